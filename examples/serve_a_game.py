"""One game over HTTP: `python serve_a_game.py 8080`, then `curl localhost:8080`, and

curl localhost:8080/options/p1/buy_item/item
curl -d '{"kind": "pass", "player": "p1"}' localhost:8080
curl -o map.png localhost:8080/map.png
"""

import sys
from dataclasses import asdict

from aiohttp import web
from aiohttp.typedefs import Handler

from engine import Action, EngineError, Range, new_game
from render import draw

game, routes = new_game("1889", ["Ann", "Ben", "Cy"], seed=1), web.RouteTableDef()


@routes.get("/")
async def position(_: web.Request) -> web.Response:
    seats = [] if (waiting := game.waiting()) is None else waiting.players
    choices = {seat: [asdict(choice) for choice in game.choices(seat)] for seat in seats}
    return web.json_response({"round": game.round_title(), "worth": game.scores(), "choices": choices})


@routes.get("/options/{player}/{kind}/{field}")
async def options(request: web.Request) -> web.Response:
    player, kind, field = request.match_info.values()
    legal = game.options(player, kind, field, dict(request.query))
    return web.json_response(asdict(legal) if isinstance(legal, Range) else [asdict(each) for each in legal])


@routes.post("/")
async def act(request: web.Request) -> web.Response:
    return web.json_response(game.submit(Action.from_json(await request.json())).to_json(), status=201)


@routes.get("/{view:map|market|companies}.png")
async def picture(request: web.Request) -> web.Response:
    return web.Response(body=draw(game, request.match_info["view"]).png, content_type="image/png")


@web.middleware
async def refusals(request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        return await handler(request)
    except (EngineError, KeyError, ValueError) as fault:
        return web.json_response({"why": str(fault)}, status=409)


app = web.Application(middlewares=[refusals])
app.add_routes(routes)
web.run_app(app, host="127.0.0.1", port=int(sys.argv[1]))
