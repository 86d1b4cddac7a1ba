"""Tools for the operator: `/owner`, backup, restoring and copying the database, checks of all games, login.

python -m bot restore FILE      bot.operate.restore
python -m bot verify            bot.operate.verify
"""
