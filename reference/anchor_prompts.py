"""Prompts in the question forms of the benchmarks, plus odd ones; the same list on every run."""

import random

SHORT = "Answer the question using a single word or phrase."
LETTER = "Answer with the option's letter from the given choices directly."
UNANSWERABLE = "When the provided information is insufficient, respond with 'Unanswerable'."
CHINESE_LETTER = "请直接回答选项字母。"

OBJECTS = (
    "bus snowboard dog zebra umbrella traffic light skateboard giraffe refrigerator laptop keyboard "
    "frisbee banana sandwich broccoli motorcycle airplane surfboard microwave toaster scissors toothbrush "
    "fire hydrant parking meter teddy bear wine glass dining table potted plant tennis racket"
).split()
COLOURS = "red blue green yellow black white orange purple brown gray".split()
PLACES = (
    "left of the car|in front of the building|behind the fence|near the window|on the table|under the tree|"
    "at the corner of the street|next to the woman in the striped shirt|on the shelf|above the stove"
).split("|")
PEOPLE = "man woman boy girl skier surfer batter child player waiter chef cyclist".split()
ACTIONS = "holding wearing riding eating throwing catching reading carrying pushing watching".split()

CHINESE = [
    "请问图中的公交车是什么颜色？",
    "图中有几只狗在草地上奔跑？",
    "下列哪个选项最能描述这张图片？\nA. 一个人在滑雪\nB. 两只猫在睡觉\nC. 一辆红色的汽车\nD. 城市的夜景",
    "这个人正在做什么？\nA. 跑步\nB. 游泳\nC. 看书\nD. 做饭",
]

ODD = [
    "",
    " ",
    "?!... --- ;;; ()",
    "What is it?",
    "Why?",
    "Which is the name of this?",
    "What is on top?",
    "the of and to in",
    "a b c d 1 2 3",
    "WHAT COLOR IS THE BUS IN THE MIDDLE OF THE STREET?",
    "Don't you see the man's T-shirt? He isn't wearing 2 hats, is he?",
    "I can't, won't, shouldn't and didn't see the dog's bowl; they're gone.",
    "What's written on the sign next to the Bus stop (bus 12)? The bus is red.",
    "The cat, the Cat and the CAT.",
    "What is the number on file_name_2023 at 10:45 on £5?",
    "Describe the İstanbul straße naïve CAFÉ scene.",
    "ⴰⴱ ⴲⴳ ⴴⴵ ⴶⴷ ⴸⴹ ⴺⴻ ⴼⴽ ⴾⴿ",
    "bus " * 600 + "zebra " * 600,
    " ".join(f"{OBJECTS[i % 30]} {COLOURS[i % 10]} item{i}" for i in range(1667)),
    "emoji 🙂🚀 and symbols ∑ ∂ √ ∞ ≠",
    "🙂🙂🙂",
    "👨‍👩‍👧 family photo 📸 with a 🐶?",
    "你好世界 and 日本語のテキスト mixed with English",
    "このバスは何色ですか",
    "이 버스는 무슨 색입니까?",
    "Какого цвета автобус на картинке?",
    "De quelle couleur est le bus à l'arrêt?",
    "ΟΔΟΣ και οδός",
    "a" * 101 + " overlong word",
    "a" * 120 + " overlong word",
    "[UNK]nown [mask] [MASK]ed [[PAD]] [CLS] token",
    "tab\tnewline\nreturn\rvertical\vfeed\fnull\x00mark",
    "zero\u200bwidth and soft\u00adhyphen and no\u00a0break",
    "x" * 3100 + " bus",
    "café cafe\u0301 CAFÉ CAFE\u0301",
    "𝐀𝐁 𝐛𝐨𝐥𝐝 letters and 𠀀𠀁 rare ideographs",
    "Ǆ ǅ ǆ ß ẞ ﬁ ligature",
    "don`t isn’t it’s",
    "1,000.50 $20 3/4 10% 5kg 2023-11-15",
    "http://example.org/a_b?c=d&e=f",
    "one two three four five six seven eight nine ten",
]


def vqa(rng):
    object_, other = rng.sample(OBJECTS, 2)
    person, action = rng.choice(PEOPLE), rng.choice(ACTIONS)
    colour, place = rng.choice(COLOURS), rng.choice(PLACES)
    return rng.choice([
        f"What color is the {object_}?",
        f"Is there a {object_} in the image?",
        f"How many {object_}s are {place}?",
        f"What is the {person} {place} {action}?",
        f"Is the {colour} {object_} {place} or is it the {other}?",
        f"What is the {person} {action} a {colour} {object_} with in his left hand?",
        f"Who is {action} the {object_} {place}?",
        f"Are both the {object_} and the {other} {colour}?",
        f"What brand of {object_} is {place}?",
        f"What does the sign {place} say about the {object_}?",
    ])


def choices(rng, style):
    options = [" ".join(rng.sample(OBJECTS + COLOURS, 2)) for _ in range(4)]
    return "\n".join(f"{style[0]}{letter}{style[1]} {option}" for letter, option in zip("ABCD", options))


def prompt(rng, kind):
    question = vqa(rng)
    if kind == "vqa":
        return f"{question}\n{SHORT}"
    if kind == "plain":
        return question
    if kind == "vizwiz":
        return f"{question}\n{UNANSWERABLE}\n{SHORT}"
    if kind == "mme":
        return f"{question} Please answer yes or no.\n{SHORT}"
    if kind == "ocr":
        return f"{question}\nReference OCR token: {rng.choice(OBJECTS).upper()}, STOP, {rng.randint(10, 999)}\n{SHORT}"
    if kind == "mmbench":
        return f"{question}\n{choices(rng, ('', '.'))}\n{LETTER}"
    if kind == "video":
        return f"Question:{question}\nOption:\n{choices(rng, ('(', ')'))}\nOnly give the best option.\n"
    if kind == "videomme":
        return (
            "Select the best answer to the following multiple-choice question based on the video. Respond with only the "
            f"letter (A, B, C, or D) of the correct option.\n{question}\n{choices(rng, ('', '.'))}\nThe best answer is:"
        )
    if kind == "chat":
        person, object_, place = rng.choice(PEOPLE), rng.choice(OBJECTS), rng.choice(PLACES)
        return (
            f"Could you please describe in detail what the {person} {place} might be thinking about the {object_}, and "
            "explain which visual evidence in the photograph supports your interpretation of the situation?"
        )
    return f"{rng.choice(CHINESE)}\n{CHINESE_LETTER}"


KINDS = ["vqa", "plain", "vizwiz", "mme", "ocr", "mmbench", "video", "videomme", "chat", "chinese"]


def prompts():
    rng = random.Random(20240)
    drawn = []
    while len(drawn) < 240:
        kind = KINDS[len(drawn) % len(KINDS)]
        text = prompt(rng, kind)
        if text not in drawn or kind == "chinese":
            drawn.append(text)
    return list(dict.fromkeys(drawn)) + CHINESE + ODD
