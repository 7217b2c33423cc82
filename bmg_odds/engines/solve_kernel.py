"""The kernel of `solve`: for a stretch of leads, the best reply of the other side in each of its states.

All arrays are laid out by `solve_tables`. A tile holds, for a few leads at once, the value of everything that can
follow the first attack; the loops over plans and over what an attack may come to then run along it.
"""

from bmg_odds.engines.duel_board import Ints, Values
from bmg_odds.engines.jit import kernel
from bmg_odds.engines.solve_tables import TIE, Laws, Leads, Recovery, Replies, Shape

BLOCK = 64
"""Leads of a tile."""


@kernel
def _recover(
    own: Recovery, foe: Recovery, lanes_first: int, lanes_second: int, live: int, after: Values, over: Values,
    row: Values, w1: Values,
) -> None:  # fmt: skip
    """Write the value after both attacks for each (state, SC) of the first side and of the other's living states.

    `after` is the value after the recovery. A fight that a Casualty of the first side has ended is worth `over`.
    """
    lives = (own.start.shape[0] - 1) // lanes_first
    for place in range(over.shape[0]):
        for sc in range(lanes_first):
            line = place * lanes_first + sc
            if place >= lives:
                for seat in range(live * lanes_second):
                    w1[line, seat] = over[place, seat // lanes_second]
                continue
            for other in range(live):
                row[other] = 0.0
            for one in range(own.start[line], own.start[line + 1]):
                chance, to = own.chance[one], own.to[one]
                for other in range(live):
                    row[other] += chance * after[to, other]
            for seat in range(live * lanes_second):
                total = 0.0
                for one in range(foe.start[seat], foe.start[seat + 1]):
                    total += foe.chance[one] * row[foe.to[one]]
                w1[line, seat] = total


@kernel
def _fill(lead: int, leads: Leads, ends: Laws, shape: Shape, w1: Values, over: Values, row: Values) -> None:
    """Write the value of every seat of the other side, against one lead: its second attack, then what follows."""
    place, dc, sc = leads.place[lead], leads.dc[lead], leads.sc[lead]
    lanes, wide = shape.lanes_second, shape.live * shape.lanes_second
    own = place * shape.lanes_first
    for seat in range(wide):
        row[seat] = w1[own + sc, seat]
    for ac in range(1, shape.most_ac + 1):
        start = wide + (ac - 1) * shape.standing * lanes
        for part in range(2):
            begin = part * shape.unmarked * lanes
            end = (shape.standing if part else shape.unmarked) * lanes
            which = (ac * 2 + part) * shape.dcs_first + dc
            gain = ends.gain[which, place]
            for seat in range(begin, end):
                row[start + seat] = -gain
            for one in range(ends.start[place], ends.start[place + 1]):
                chance = ends.chance[which, one]
                if chance > 0.0:
                    after = ends.to[one] * shape.lanes_first + max(0, sc - ends.lost[one])
                    for seat in range(begin, end):
                        row[start + seat] += chance * w1[after, seat]
    start = wide + shape.most_ac * shape.standing * lanes
    for casualty in range(over.shape[1] - shape.live):
        row[start + casualty] = over[place, shape.live + casualty]


@kernel
def _replies(
    first: int,
    last: int,
    leads: Leads,
    own: Laws,
    foe: Laws,
    replies: Replies,
    shape: Shape,
    w1: Values,
    over: Values,
    tile: Values,
    row: Values,
    value: Values,
    choice: Ints,
) -> None:
    """For the leads from first to last, which share AC and wounds, write the value and number of the best reply.

    Values are those of the side that leads: the other one makes them small. `own` are the ends of the leading side's
    states under the second attack, `foe` those of the other side's under the first.
    """
    many = last - first
    for number in range(many):
        _fill(first + number, leads, own, shape, w1, over, row)
        for seat in range(row.shape[0]):
            tile[seat, number] = row[seat]
    kind = (leads.ac[first] * 2 + leads.marked[first]) * shape.dcs_second
    total = tile[row.shape[0]]
    least = tile[row.shape[0] + 1]
    chosen = tile[row.shape[0] + 2]
    for place in range(shape.live):
        begin, end = foe.start[place], foe.start[place + 1]
        for number in range(many):
            least[number] = 1e300
            chosen[number] = 1e300
        for reply in range(replies.start[place], replies.start[place + 1]):
            which = kind + replies.dc[reply]
            gain = foe.gain[which, place]
            for number in range(many):
                total[number] = gain
            seats = replies.first_seat[reply]
            for one in range(end - begin):
                chance = foe.chance[which, begin + one]
                if chance > 0.0:
                    seat = replies.seats[seats + one]
                    for number in range(many):
                        total[number] += chance * tile[seat, number]
            local = reply - replies.start[place]
            for number in range(many):
                least[number] = min(least[number], total[number])
                if total[number] < chosen[number] - TIE:
                    chosen[number] = total[number]
                    choice[first + number, place] = local
        for number in range(many):
            value[first + number, place] = least[number]


@kernel
def _leads(start: Ints, which: Ints, live: int, value: Values, best: Values, choice: Ints) -> None:
    """For each pair of living states write the value and number of the best lead, among those of the state."""
    for place in range(start.shape[0] - 1):
        for other in range(live):
            most, chosen = -1e300, -1e300
            for one in range(start[place], start[place + 1]):
                found = value[which[one], other]
                most = max(most, found)
                if found > chosen + TIE:
                    chosen = found
                    choice[place, other] = one - start[place]
            best[place, other] = most
