"""The games. Each folder has the same rooms; nothing outside it names it but the table below."""

from __future__ import annotations

from typing import Any

from oracle.kernel.game import Game

from . import machai, maha_yodha, mantle_magika, muhq, thay_phap

GAMES: tuple[Game[Any, Any], ...] = (maha_yodha.GAME, thay_phap.GAME, machai.GAME, mantle_magika.GAME, muhq.GAME)
