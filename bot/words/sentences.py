"""The engine's sentences in another language: a sentence's template is found, its values are said in turn.

The engine says whole English sentences and knows no language. `bot.words.templates` reads their templates
from its source; here a sentence is recognised as one of a template, of that with the most words first, and
the other language's template filled with its values.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

PLACE = re.compile(r"\{([^{}:]*)[^{}]*\}")
WORD = re.compile(r"[^\W\d_]{2,}")
SMALL = re.compile(r"(?<![\w'\u2019])[a-z]{2,}")
SENTENCES = re.compile(r"(?<=[.!?]) (?=[^\sa-z])")
MONEY = r"[^\s\d%]{0,3}[\d,]+"
TYPED = {
    "money": MONEY,
    "sum": f"{MONEY}(?: to {MONEY})?",
    "kind": r"\S*",
    "number": r"\d*",
    "percent": r"\d*",
}
"""Places that hold a certain kind of word, wherever they stand."""

HEX = re.compile(r"[^()a-z][^()]* \([A-Z]+\d+\)")
"""A hex by its name."""

APART = ("\n", " · ")
"""What stands between texts that have nothing to do with each other."""

JOINERS = (" - ", "; ", ", or ", ", ", " and ", " or ")
"""What stands between the members of a list, the loosest first; those with a letter are in the catalogues."""

FEW = 8
"""Letters of a template that may stand within a list."""

NOBODY: frozenset[str] = frozenset()

MARK = 0xE000
"""Where a name of several words stands in a text that is looked up: a sign of its own, which is no word."""

KEEP = 20_000

LONGEST, STEPS = 400, 400
"""Characters of a text that may be a sentence, and templates looked for in one text: whoever types more, or
what is made to be ambiguous, stays as it is and holds nobody up."""


class Unclear(Exception):
    """A text takes more steps than one of the engine would."""


class Said(NamedTuple):
    """A text in the language, and whether nothing of it stayed English."""

    text: str
    known: bool


class Found(NamedTuple):
    """The template of a sentence and its values; grade 1: one is not known, 2: one is too long."""

    template: str
    values: dict[str, str]
    grade: int


class Pattern:
    """A template by which sentences are known."""

    def __init__(self, template: str) -> None:
        self.template = template
        self.literals = [
            part.replace("{{", "{").replace("}}", "}") for part in re.split(PLACE, template)[::2]
        ]
        self.weight = sum(map(len, self.literals))
        self.sums = template.count("{money")

    @property
    def words(self) -> frozenset[str]:
        """Return what stands in each of its sentences as a word of its own."""
        return frozenset(WORD.findall(re.sub(r"\w*\{[^{}]*\}\w*", " ", self.template)))

    @cached_property
    def _shape(self) -> re.Pattern[str]:
        seen, parts = set[str](), [re.escape(self.literals[0])]
        for name, literal in zip(PLACE.findall(self.template), self.literals[1:], strict=True):
            last = self.template.endswith(f"{{{name}}}")
            inside = TYPED.get(name.rstrip("23")) or (".*?" if literal or last else r"[^\s,;:.]*")
            parts += [f"(?P={name})" if name in seen else f"(?P<{name}>{inside})", re.escape(literal)]
            seen.add(name)
        return re.compile("".join(parts), re.DOTALL)

    def values(self, text: str) -> dict[str, str] | None:
        """Return what stands in its places, if the text is one of its sentences."""
        found = self._shape.fullmatch(text)
        return None if found is None else found.groupdict()


class Wording:
    """Sentences of the engine in a language; what is not known stays as it is.

    ``whole`` is said where it is all of a text, and looked for in no other.
    """

    def __init__(
        self,
        translations: Mapping[str, str],
        names: Iterable[str] = (),
        whole: Mapping[str, str] | None = None,
    ) -> None:
        self._whole = {**(whole or {}), **translations}
        self._names = frozenset(names)
        self._by_word = _index(
            [Pattern(text) for text in translations if PLACE.search(text) and "|" not in text]
        )
        self._said = lru_cache(KEEP)(self._find_words)
        self._left: int | None = None
        self._people = NOBODY

    def say(self, text: str, people: Collection[str] = NOBODY) -> str:
        """Return the text in the language. What ``people`` are called is no word of it: it stays."""
        if text in people:
            return text
        many = [name for name in people if not name.isalnum() and name in text]
        signs = {name: chr(MARK + i) for i, name in enumerate(sorted(many, key=len, reverse=True))}
        for name, sign in signs.items():
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", sign, text)
        said = self._within(text, frozenset(name for name in people if name in text)).text
        for name, sign in signs.items():
            said = said.replace(sign, name)
        return said

    def knows(self, text: str) -> bool:
        """Return True if nothing of a text stays English, as far as a machine can see."""
        return self._within(text).known

    def _within(self, text: str, people: frozenset[str] = NOBODY) -> Said:
        """Return the text in the language, within the steps of the whole text that it is part of."""
        if self._left is not None:
            return self._said(text, self._people)
        self._left, self._people = STEPS, people
        try:
            return self._said(text, people)
        except (Unclear, RecursionError):
            return Said(text, False)
        finally:
            self._left, self._people = None, NOBODY

    def find(self, text: str) -> Found | None:
        """Return the template of a sentence with its values.

        That with the most words of its own; but first those of which no value holds a second sentence, and of
        them those whose values are known.
        """
        self._step()
        if len(text) > LONGEST:
            return None
        best, grade = None, 3
        for pattern in self.candidates(text):
            values = pattern.values(text)
            if values is not None and (now := self._grade(values)) < grade:
                best, grade = Found(pattern.template, values, now), now
            if not grade:
                break
        return best

    def _step(self) -> None:
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                raise Unclear

    def candidates(self, text: str) -> list[Pattern]:
        """Return the templates whose words stand in a text, those that say most first."""
        found = [p for word in {"", *WORD.findall(text)} for p in self._by_word.get(word, ())]
        return sorted(found, key=lambda p: (-p.weight, -p.sums, p.template))

    def _grade(self, values: Mapping[str, str]) -> int:
        if any(map(SENTENCES.search, values.values())):
            return 2
        return int(not all(map(self.knows, values.values())))

    def _find_words(self, text: str, people: frozenset[str]) -> Said:
        if text in people:
            return Said(text, True)
        if text in self._whole:
            return Said(self._whole[text], True)
        if text in self._names or not WORD.search(text):
            return Said(text, True)
        for apart in APART:
            if apart in text:
                return self._joined(apart, text.split(apart))
        head, colon, tail = text.partition(": ")
        if colon and (head in self._names or head in people):
            return self._joined(": ", [head, tail])
        head, _, kind = text.removesuffix(")").rpartition(" (")
        if (head in self._names or head in people) and text.endswith(")"):
            return Said(f"{head} ({self._within(kind).text})", self.knows(kind))
        return self._as_one(text)

    def _as_one(self, text: str) -> Said:
        """By its template; in parts if they are known and the template has few words or leaves some."""
        found = self.find(text)
        many = found is not None and Pattern(found.template).weight > FEW
        if found is not None and many and not found.grade:
            return self._filled(text, found)
        if not many and HEX.fullmatch(text):
            return Said(text, True)
        for joiner, parts in self._splits(text):
            if all(map(self.knows, parts)):
                return self._joined(joiner, parts)
        if found is None or (found.grade and not many):
            return self._around(text)
        return self._filled(text, found)

    def _filled(self, text: str, found: Found) -> Said:
        values = {name: self._within(value).text for name, value in found.values.items()}
        said = self._whole[found.template].format(**values)
        if text[0].isupper():
            said = said[:1].upper() + said[1:]
        return Said(said, all(map(self.knows, found.values.values())))

    def _joined(self, joiner: str, parts: Sequence[str]) -> Said:
        text = self._whole.get(joiner, joiner).join(self._within(part).text for part in parts)
        return Said(text, all(map(self.knows, parts)))

    def _splits(self, text: str) -> Iterator[tuple[str, list[str]]]:
        """The ways to take a text for several: sentences, the members of a list."""
        sentences = SENTENCES.split(text)
        if len(sentences) > 1:
            yield " ", self._runs(sentences)
        if ": " in text:
            yield ": ", text.split(": ", 1)
        yield from ((joiner, text.split(joiner)) for joiner in JOINERS if joiner in text)

    def _runs(self, sentences: Sequence[str]) -> list[str]:
        """Return the sentences, those that are of one template together."""
        found, start = list[str](), 0
        while start < len(sentences):
            ends = range(len(sentences) - (not start), start, -1)
            end = next((end for end in ends if self._is_one(" ".join(sentences[start:end]))), start + 1)
            found.append(" ".join(sentences[start:end]))
            start = end
        return found

    def _is_one(self, text: str) -> bool:
        found = self.find(text)
        return found is not None and found.grade < 2

    def _around(self, text: str) -> Said:
        """Return what is no sentence by itself.

        With blanks around or a full stop behind, a list, a beginning.
        """
        if (bare := text.strip(" ").removesuffix(".")) != text:
            inner = self._within(bare)
            return Said(text.replace(bare, inner.text) if bare else text, inner.known)
        for joiner, parts in self._splits(text):
            return self._joined(joiner, parts)
        small = text[:1].lower() + text[1:]
        found = small if small == text else self._within(small).text
        return (
            self._halves(text) if found == small else Said(found[:1].upper() + found[1:], self.knows(small))
        )

    def _halves(self, text: str) -> Said:
        """Two texts side by side, as a train and its price: both known, or without a word."""
        for blank in re.finditer(" ", text):
            halves = text[: blank.start()], text[blank.end() :]
            if all(map(self.knows, halves)) and any(self._within(half).text != half for half in halves):
                return self._joined(" ", halves)
        return Said(text, not SMALL.search(text))


def _index(patterns: Sequence[Pattern]) -> dict[str, list[Pattern]]:
    """Return the templates by the rarest of the words by which each is known."""
    often = Counter(word for pattern in patterns for word in pattern.words)
    found: dict[str, list[Pattern]] = defaultdict(list)
    for pattern in patterns:
        found[min(pattern.words, key=lambda word: (often[word], word), default="")].append(pattern)
    return dict(found)
