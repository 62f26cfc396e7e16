"""Trains a player of kill-2016 for four by self-play: PPO on games played at once, with masks, entropy, a league of its
own past, and an average of its weights. How well it did, and with which command, is in docs/baseline.md.

    pip install 'drlucky[train]'
    python examples/ppo.py --folder trained

Interrupted, the same command goes on where the folder left it."""

import argparse
import copy
import csv
import json
import math
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import drlucky
from drlucky.bots.learned import game_of
from drlucky.lab.vector import Arrays, Games, series
from drlucky.stats import Chance, share_of_groups

EDITION, PLAYERS = "kill-2016", 4
OPPONENTS = ("random", "sensible")
NEVER = -1e9
"""The worth of an illegal action."""


@dataclass(frozen=True)
class Plan:
    """All that settles a run, but for how long it goes on."""

    updates: int = 850
    """How many updates the learning rate and the entropy take to fall; then it is over."""
    games: int = 1536
    steps: int = 128
    """Decisions in each game between two updates."""
    hidden: int = 256
    batch: int = 8192
    epochs: int = 2
    rate: float = 8e-4
    last_rate: float = 5e-5
    entropy: float = 0.02
    last_entropy: float = 0.003
    clip: float = 0.2
    trace: float = 0.95
    """GAE's lambda. Nothing is discounted: a game is won or not, however long it takes."""
    league: float = 0.15
    """The share of games in which one player learns, and the three others are a past self."""
    beginners: float = 0.35
    """The share of games in which those three play at random, as everyone did at first."""
    keep_every: int = 10
    """Updates from one past self to the next."""
    averaging: float = 0.98
    """How much of the average stays at each update."""
    seed: int = 1
    exact: bool = False
    """Calculate in float32. Otherwise in bfloat16, which is four times as fast where the processor has it."""


class Policy(nn.Module):
    """From observations to the worth of each action, and to the chance to win, as logits."""

    def __init__(self, games: Games, plan: Plan) -> None:
        super().__init__()
        self.numbers = torch.float32 if plan.exact else torch.bfloat16
        self.register_buffer("scale", torch.from_numpy(scales(games)))
        self.first = nn.Linear(games.size, plan.hidden)
        self.second = nn.Linear(plan.hidden, plan.hidden)
        self.last = nn.Linear(plan.hidden, games.actions + 1)
        for layer, gain in ((self.first, math.sqrt(2)), (self.second, math.sqrt(2)), (self.last, 0.01)):
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        # Whole numbers up to 255 fit into either kind of float, and the weights are fewer to scale than the numbers.
        x = self.linear(observations.to(self.numbers), self.first.weight * self.scale, self.first.bias).relu()
        x = self.linear(x, self.second.weight, self.second.bias).relu()
        out = self.linear(x, self.last.weight, self.last.bias).float()
        return out[:, :-1].masked_fill(~masks, NEVER), out[:, -1]

    def linear(self, x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
        return functional.linear(x, weight.to(self.numbers), bias.to(self.numbers))

    def write(self, path: Path) -> None:
        """As the bot `learned` reads it: without the chance to win, and in half as many bytes."""
        *weights, last, biases = (
            array.detach().numpy().astype(np.float16)
            for layer in (self.first, self.second, self.last)
            for array in (layer.weight, layer.bias)
        )
        game = json.dumps(game_of(drlucky.new(EDITION, PLAYERS).view(None)))
        np.savez_compressed(path, np.array(game), *weights, last[:-1], biases[:-1])


def scales(games: Games) -> np.ndarray:
    """What makes the bytes of an observation the numbers of docs/research.md."""
    scale = np.ones(games.size, np.float32)
    for field in games.layout():
        scale[field.range] = 1 / (255 if field.name == "turn" else field.scale)
    return scale


def sampled(logits: torch.Tensor) -> torch.Tensor:
    """An action from each row, as likely as the policy has it."""
    heaped = logits.softmax(1).double().cumsum(1)
    drawn = torch.rand(len(logits), 1, dtype=torch.float64) * (1 - 1e-9) * heaped[:, -1:]
    return torch.searchsorted(heaped, drawn, right=True).flatten()


class Rollout:
    """What was seen and done in every game between two updates. The last row of what was seen is of the next step."""

    def __init__(self, games: Games, steps: int) -> None:
        n = games.games
        self.observations = torch.zeros(steps + 1, n, games.size, dtype=torch.uint8)
        self.masks = torch.zeros(steps + 1, n, games.actions, dtype=torch.bool)
        self.players = torch.zeros(steps + 1, n, dtype=torch.uint8)
        self.won = torch.zeros(steps, n, games.players, dtype=torch.float64)
        self.ended = torch.zeros(2, steps, n, dtype=torch.bool)
        self.actions = torch.zeros(steps, n, dtype=torch.int64)
        self.likely = torch.zeros(steps, n)
        self.values = torch.zeros(steps, n)
        self.learning = torch.zeros(steps, n, dtype=torch.bool)
        for mine, first in zip((self.observations, self.masks, self.players), games.arrays[:3], strict=True):
            mine[-1] = torch.from_numpy(first)

    def arrays(self, step: int) -> Arrays:
        """Where the games write what comes of this step."""
        return Arrays(
            self.observations[step + 1].numpy(),
            self.masks[step + 1].numpy(),
            self.players[step + 1].numpy(),
            self.won[step].numpy(),
            self.ended[0, step].numpy(),
            self.ended[1, step].numpy(),
        )

    def begin(self) -> None:
        """What comes next is where the last rollout ended."""
        for kept in (self.observations, self.masks, self.players):
            kept[0] = kept[-1]


def who_learns(plan: Plan) -> torch.Tensor:
    """Which players learn in which games: all but in the first ones, where one of them does."""
    learns = torch.ones(plan.games, PLAYERS, dtype=torch.bool)
    for game in range(round((plan.beginners + plan.league) * plan.games)):
        learns[game] = torch.arange(PLAYERS) == game % PLAYERS
    return learns


@torch.no_grad()
def collect(games: Games, rollout: Rollout, policy: Policy, past: Policy, plan: Plan) -> None:
    """Plays on in every game. The first ones are against beginners, the next against a past self."""
    learns = who_learns(plan)
    every = torch.arange(plan.games)
    first_past = round(plan.beginners * plan.games)
    rollout.begin()
    for step in range(plan.steps):
        observations, masks = rollout.observations[step], rollout.masks[step]
        learning = learns[every, rollout.players[step].long()]
        mine, others = torch.nonzero(learning).flatten(), torch.nonzero(~learning).flatten()
        logits = torch.where(masks, 0.0, NEVER)  # a beginner's
        logits[mine], chances = policy(observations[mine], masks[mine])
        selves = others[others >= first_past]
        if len(selves):
            logits[selves], _ = past(observations[selves], masks[selves])
        actions = sampled(logits)
        rollout.actions[step] = actions
        rollout.learning[step] = learning
        rollout.likely[step] = logits.log_softmax(1)[every, actions]
        rollout.values[step, mine] = chances.sigmoid()
        games.step(actions.numpy(), rollout.arrays(step))


def advantages(rollout: Rollout, trace: float) -> tuple[torch.Tensor, torch.Tensor]:
    """How much better each decision was than expected, by GAE over each player's own decisions; and for which that is
    known: a player's last one, of which nothing came yet, only tells what the one before it was worth."""
    steps, n = rollout.values.shape
    rows = torch.arange(n)
    found = torch.zeros(steps, n)
    known = torch.zeros(steps, n, dtype=torch.bool)
    worth = torch.zeros(n, PLAYERS)  # of each player's next decision, or what the game brought them
    following = torch.zeros(n, PLAYERS)  # the advantage of that decision
    seen = torch.zeros(n, PLAYERS, dtype=torch.bool)
    for step in reversed(range(steps)):
        over = rollout.ended[:, step].any(0)
        worth[over] = (rollout.won[step, over] > 0).float()
        following[over] = 0
        seen |= over[:, None]
        player = rollout.players[step].long()
        value = rollout.values[step]
        gained = worth[rows, player] - value + trace * following[rows, player]
        known[step] = seen[rows, player]
        found[step] = torch.where(known[step], gained, 0)
        following[rows, player] = found[step]
        worth[rows, player] = value
        seen[rows, player] = True
    return found, known


def learn(
    policy: Policy, optimizer: torch.optim.Optimizer, rollout: Rollout, plan: Plan, bonus: float
) -> dict[str, float]:
    """Improves the policy by what came of its decisions."""
    found, known = advantages(rollout, plan.trace)
    chosen = torch.nonzero((known & rollout.learning).flatten()).flatten()
    observations, masks = (each[:-1].flatten(0, 1) for each in (rollout.observations, rollout.masks))
    actions, likely, values, found = (
        each.flatten() for each in (rollout.actions, rollout.likely, rollout.values, found)
    )
    goals = (values + found).clamp(0, 1)
    found = (found - found[chosen].mean()) / found[chosen].std()
    sums = {"entropy": 0.0, "surprise": 0.0, "loss of value": 0.0}
    parts = 0
    for _ in range(plan.epochs):
        for part in chosen[torch.randperm(len(chosen))].split(plan.batch):
            logits, chances = policy(observations[part], masks[part])
            logs = logits.log_softmax(1)
            change = logs.gather(1, actions[part, None]).flatten() - likely[part]
            ratio = change.exp()
            gain = torch.min(ratio * found[part], ratio.clamp(1 - plan.clip, 1 + plan.clip) * found[part]).mean()
            entropy = -(logits.softmax(1) * logs).sum(1).mean()
            value_loss = functional.binary_cross_entropy_with_logits(chances, goals[part])
            optimizer.zero_grad()
            (value_loss - gain - bonus * entropy).backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()
            parts += 1
            sums["entropy"] += entropy.item()
            sums["surprise"] += (ratio - 1 - change).mean().item()
            sums["loss of value"] += value_loss.item()
    return {name: total / parts for name, total in sums.items()}


@torch.no_grad()
def share_won(policy: Policy, opponents: str, deals: int, seed: int) -> Chance:
    """What the policy wins of its games against three bots, when it does what it thinks best. Every deal is played once
    in each seat."""
    seeds = np.repeat(series(seed, deals), PLAYERS).tolist()
    games = Games(EDITION, PLAYERS, seeds=seeds, seed=seed, dtype="uint8", skip_forced=True)
    mine = np.arange(games.games) % PLAYERS
    playing, won = np.ones(games.games, bool), np.zeros(games.games, bool)
    while playing.any():
        arrays = games.arrays
        actions = games.random_actions() if opponents == "random" else games.sensible_actions()
        asked = np.flatnonzero(playing & (arrays.players == mine))
        if len(asked):
            observations, masks = (torch.from_numpy(each[asked]) for each in (arrays.observations, arrays.masks))
            actions[asked] = policy(observations, masks)[0].argmax(1).numpy()
        arrays = games.step(actions)
        over = playing & (arrays.terminated | arrays.truncated)
        won[over] = arrays.rewards[over, mine[over]] > 0
        playing &= ~over
    return share_of_groups([won.reshape(deals, PLAYERS).mean(1).tolist()])


class Training:
    """A run: what it has come to, kept in a folder."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan, self.folder = plan, folder
        self.updates, self.seconds = 0, 0.0
        self.games = Games(EDITION, PLAYERS, games=plan.games, seed=plan.seed, dtype="uint8", skip_forced=True)
        self.rollout = Rollout(self.games, plan.steps)
        torch.manual_seed(plan.seed)
        self.policy = Policy(self.games, plan)
        self.average, self.past = copy.deepcopy(self.policy), copy.deepcopy(self.policy)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=plan.rate, eps=1e-5)
        self.league = [copy.deepcopy(self.policy.state_dict())]
        folder.mkdir(parents=True, exist_ok=True)
        if self.checkpoint.exists():
            self.go_on()

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def run(self, minutes: float) -> None:
        begun, before = time.monotonic(), self.seconds
        while self.updates < self.plan.updates and self.seconds < before + 60 * minutes:
            told = self.update()
            self.seconds = before + time.monotonic() - begun
            if self.updates % self.plan.keep_every == 0:
                self.keep(told)

    def update(self) -> dict[str, float]:
        done = self.updates / self.plan.updates
        for group in self.optimizer.param_groups:
            group["lr"] = between(self.plan.rate, self.plan.last_rate, done)
        bonus = between(self.plan.entropy, self.plan.last_entropy, done)
        self.past.load_state_dict(self.league[int(torch.randint(len(self.league), ()))])
        collect(self.games, self.rollout, self.policy, self.past, self.plan)
        told = learn(self.policy, self.optimizer, self.rollout, self.plan, bonus)
        self.updates += 1
        with torch.no_grad():
            for mine, new in zip(self.average.parameters(), self.policy.parameters(), strict=True):
                mine.lerp_(new, max(1 - self.plan.averaging, 1 / self.updates))
        return told

    def keep(self, told: dict[str, float]) -> None:
        """Takes the average into the league, writes down how it plays, and all that it takes to go on."""
        self.league.append(copy.deepcopy(self.average.state_dict()))
        against = {name: share_won(self.average, name, 250, seed=7).chance for name in OPPONENTS}
        steps = self.updates * self.plan.steps * self.plan.games
        self.log({"updates": self.updates, "steps": steps, "seconds": self.seconds, **against, **told})
        kept = {name: getattr(self, name).state_dict() for name in ("policy", "average", "optimizer")}
        new = self.checkpoint.with_suffix(".new")
        torch.save(kept | {"updates": self.updates, "seconds": self.seconds, "league": self.league}, new)
        new.replace(self.checkpoint)
        self.average.write(self.folder / "weights.npz")

    def go_on(self) -> None:
        kept = torch.load(self.checkpoint)
        for name in ("policy", "average", "optimizer"):
            getattr(self, name).load_state_dict(kept[name])
        self.updates, self.seconds, self.league = kept["updates"], kept["seconds"], kept["league"]
        # The chance to come was not kept: it is another one than that of the beginning.
        torch.manual_seed(self.plan.seed + self.updates)
        self.games.reset(self.plan.seed + self.updates)
        self.rollout = Rollout(self.games, self.plan.steps)

    def log(self, row: dict[str, float]) -> None:
        path = self.folder / "curve.csv"
        new = not path.exists()
        with path.open("a", newline="") as file:
            writer = csv.DictWriter(file, list(row))
            if new:
                writer.writeheader()
            writer.writerow({name: f"{number:.8g}" for name, number in row.items()})
        print(", ".join(f"{name} {number:,.6g}" for name, number in row.items()), flush=True)


def between(first: float, last: float, done: float) -> float:
    return first + (last - first) * done


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--folder", type=Path, default=Path("trained"))
    parser.add_argument("--minutes", type=float, default=180, help="stop after so long; the same command goes on")
    for name, default in asdict(Plan()).items():
        kind = {"action": "store_true"} if isinstance(default, bool) else {"type": type(default), "default": default}
        parser.add_argument(f"--{name.replace('_', '-')}", **kind)
    given = vars(parser.parse_args())
    torch.set_num_threads(1)
    training = Training(Plan(**{name: given[name] for name in asdict(Plan())}), given["folder"])
    training.run(given["minutes"])
    for name in OPPONENTS:
        won = share_won(training.average, name, 1000, seed=8)
        print(f"against three {name}: {won.chance:.1%} of 4,000 games ({won.low:.1%} to {won.high:.1%})")


if __name__ == "__main__":
    main()
