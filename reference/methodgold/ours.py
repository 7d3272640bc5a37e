"""QCPruner and AgilePruner have no published code: from their formulas, in numpy, independently."""
import numpy as np

from .write import Draw, Golden

CASES = 24
NOTE = "no published code; computed from the formulas of the paper and its supplement in double precision"


def cosine(a, b):
    return (a / np.linalg.norm(a, axis=1, keepdims=True)) @ (b / np.linalg.norm(b, axis=1, keepdims=True)).T


def norm(r):
    return (r - r.min()) / (r.max() - r.min() + 1e-6)


def qcpruner(folder):
    out = Golden(folder / "qcpruner.txt", [
        NOTE, "shape: patches, picks, rho in hundredths; order: picks in order; top_k, mmr: the same for those selectors"])
    index = 0
    while out.cases < CASES:
        index += 1
        draw = Draw(10000 + index)
        n, m, width = draw.whole(10, 30), draw.whole(1, 3), 6
        k, rho = draw.whole(2, n - 1), [0, 40, 50][index % 3]
        states, anchors, alignment = draw.features(index, n, width), draw.matrix(m, width), draw.matrix(m, n)
        similarity = np.maximum(cosine(states, states), 0)
        np.fill_diagonal(similarity, 1)
        u = norm((norm(cosine(anchors, states).max(0)) + norm(alignment.max(0))) / 2)
        order, gains, close = greedy(similarity, rho / 100 + (1 - rho / 100) * u, k)
        q = rho / 100 + (1 - rho / 100) * (u - u.min()) / max(u.max() - u.min(), 1e-6)
        marginal, tied = mmr(similarity, q, k)
        if close or tied:
            continue  # a gain within rounding of the next: float and double may differ
        out.case()
        out.ints("shape", [n, k, rho])
        out.matrix("states", states)
        out.matrix("anchors", anchors)
        out.matrix("alignment", alignment)
        out.floats("utility", u)
        out.ints("order", order)
        out.floats("gains", gains)
        out.ints("top_k", np.argsort(-u, kind="stable")[:k])
        out.ints("mmr", marginal)
    out.save()


def greedy(similarity, u, k):
    weights = similarity * u[:, None] * u[None, :]
    cover, order, gains, close = np.zeros(len(u)), [], [], False
    for _ in range(k):
        gain = np.maximum(weights - cover[:, None], 0).sum(0)
        gain[order] = -1
        best = int(np.argmax(gain))
        rest = np.sort(gain)[::-1]
        close |= len(rest) > 1 and rest[0] - rest[1] < 1e-5 * max(1, rest[0])
        order.append(best)
        gains.append(gain[best])
        cover = np.maximum(cover, weights[:, best])
    return order, gains, close


def mmr(similarity, q, k):
    order, redundancy, tied = [], np.zeros(len(q)), False
    for _ in range(k):
        score = 0.5 * q - 0.5 * redundancy
        score[order] = -np.inf
        best = int(np.argmax(score))
        rest = np.sort(score)[::-1]
        tied |= rest[0] - rest[1] < 1e-6
        order.append(best)
        redundancy = np.maximum(redundancy, similarity[:, best])
    return order, tied


def early(folder):
    out = Golden(folder / "qcpruner-early.txt", [NOTE, "order: picks in order"])
    index = 0
    while out.cases < CASES:
        index += 1
        draw = Draw(11000 + index)
        n = draw.whole(10, 36)
        k = draw.whole(2, n - 1)
        x = draw.features(index, n, 6)
        c = np.maximum(cosine(x, x), 0)
        np.fill_diagonal(c, 1)
        length = np.linalg.norm(x, axis=1)
        low, high = np.percentile(length, 5), np.percentile(length, 95)
        a = 1 + 0.2 * np.clip((length - low) / (high - low + 1e-6), 0, 1)
        score, order, cover, tied = a * c.sum(0), [], np.zeros(n), False
        for _ in range(k):
            score[order] = -1
            rest = np.sort(score)[::-1]
            tied |= rest[0] - rest[1] < 1e-6
            order.append(int(np.argmax(score)))
            cover = np.maximum(cover, c[:, order[-1]])
            score = np.maximum(0, 1 - cover) * a
        if tied:
            continue
        out.case()
        out.ints("shape", [n, k])
        out.matrix("states", x)
        out.ints("order", order)
    out.save()


def agilepruner(folder):
    out = Golden(folder / "agilepruner.txt", [
        "no published code; the authors' project page in numpy, in double precision, what it leaves open as in docs/methods-pictures.md",
        "shape: views, patches, budget of a view, largest distance in 1/16, mean rank (0: none), whether ranks make it grow",
        "rank: effective rank of each view; picks: patches of all views in pick order"])
    index = -1
    while out.cases < CASES:
        index += 1
        draw = Draw(10500 + index)
        views, n = (draw.whole(2, 4) if out.cases % 4 == 3 else 1), draw.whole(5, 40)
        k = {0: 1, 1: n - 1}.get(out.cases % 6, draw.whole(2, n - 1))
        tau_max, mean, by_rank = draw.whole(0, 12), [0, 2, 4, 20][index % 4], index % 5 == 4
        states = np.stack([draw.features(index, n, 6) for _ in range(views)])
        if out.cases % 3 == 2:
            states[:, n // 2] = states[:, 0]
        attention = np.stack([draw.distinct(1, n)[0] for _ in range(views)])
        made = [agile(s, a, k, tau_max / 16, mean, by_rank) for s, a in zip(states, attention)]
        if any(close for _, _, close in made):
            continue  # a distance within rounding of the limit: float and double may differ
        out.case()
        out.ints("shape", [views, n, k, tau_max, mean, by_rank])
        out.matrix("attention", attention)
        out.matrix("states", states.reshape(-1, 6))
        out.floats("rank", [rank for rank, _, _ in made])
        out.ints("picks", [v * n + p for v, (_, picks, _) in enumerate(made) for p in picks])
    out.save()


def agile(x, attention, k, tau_max, mean, by_rank):
    sigma = np.linalg.svd(x, compute_uv=False)
    p = sigma / sigma.sum()
    rank = np.exp(-sum(v * np.log(v) for v in p if v > 0))
    ranked = np.argsort(-attention, kind="stable")
    distance, close, picks, left = np.maximum(0, 1 - cosine(x, x)), False, [], list(ranked)
    while left and len(picks) < k:
        best = left.pop(0)
        picks.append(best)
        order = list(ranked).index(best) + 1 if by_rank else len(picks)
        tau = min(tau_max, order * (rank / mean if mean else 1) * 0.01)
        close |= any(0 < abs(distance[best, i] - tau) < 2e-3 * tau + 1e-6 for i in left)
        left = [i for i in left if not distance[best, i] < tau]
    return rank, picks + [i for i in ranked if i not in picks][:k - len(picks)], close
