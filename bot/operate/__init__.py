"""What the operator does with the database: restore a copy, replay all games on another version.

python -m bot restore FILE      bot.operate.restore
python -m bot verify            bot.operate.verify
"""
