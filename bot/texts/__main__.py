"""`python -m bot.texts`: bring the catalogues up to date with the code, and say what they lack."""

from __future__ import annotations

from babel.messages.pofile import write_po

from bot.texts.catalogue import FOLDER, LANGUAGES, SOURCE, read
from bot.texts.gather import template

WIDTH = 110


def main() -> None:
    """Add what is new, drop what is gone, keep what is translated."""
    wanted = template()
    for language in LANGUAGES:
        if language != SOURCE:
            kept = read(language)
            kept.update(wanted, no_fuzzy_matching=True, update_creation_date=False)
            kept.obsolete.clear()
            with (FOLDER / f"{language}.po").open("wb") as file:
                write_po(file, kept, width=WIDTH, sort_output=True, no_location=True)
            missing = [m.id for m in kept if m.id and not m.string]
            print(f"{language}: {len(kept)} messages, {len(missing)} without a translation")


if __name__ == "__main__":
    main()
