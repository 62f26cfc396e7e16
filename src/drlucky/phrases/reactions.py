"""Reactions: what someone does at the table without a word, as a line of the chat that follows their name."""

from drlucky.phrases.words import Words


def reactions(words: Words) -> dict[str, str]:
    """All there are, by the names that commands and logs know them by."""
    return {
        "gasp": words.say("gasps audibly"),
        "applause": words.say("applauds without taking off the gloves"),
        "eyebrow": words.say("raises an eyebrow"),
        "pearls": words.say("clutches the family pearls"),
        "alibi": words.say("has an alibi, should anyone ask"),
        "butler": words.say("suspects the butler"),
        "tea": words.say("pours another cup of tea"),
        "faint": words.say("faints onto the nearest sofa"),
        "condolences": words.say("sends condolences, just in case"),
        "advance": words.say("pays a penalty in advance"),
    }
