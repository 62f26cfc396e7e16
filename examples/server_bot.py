"""A bot that sits down at a table of a server: python server_bot.py http://127.0.0.1:8000 K7QXMB"""

import json
import random
import sys
from urllib.request import Request, urlopen

server, table = sys.argv[1:3]
token = ""


def ask(path, body=None):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    return urlopen(Request(server + path, body and json.dumps(body).encode(), headers))


token = json.load(ask("/api/bot/token", {"name": "Otto"}))["token"]
print(json.load(ask(f"/api/bot/tables/{table}/join", {"seat": None})))
for line in ask(f"/api/bot/tables/{table}/events"):
    event = json.loads(line) if line.strip() else {"type": "still here"}
    if event["type"] == "decide":
        chosen = {"version": event["version"], "action": random.choice(event["legal"])}
        ask(f"/api/bot/tables/{table}/act", chosen)
    elif event["type"] in ("over", "gone"):
        print("I have won!" if event.get("won") else "It is over.")
        break
