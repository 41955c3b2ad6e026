import type { OptionView, PositionView, SeatedTeam } from '@convene/domain'
import { type Matrix as Positions, positionsOf, type Side } from '@convene/reading'
import type { CSSProperties } from 'react'
import { optionStyle } from '../../ui/option-style.ts'

/** A side in its colour. */
export type Option = Side & { readonly style: CSSProperties }

export type Matrix = Positions<Option>

/** Positions by agent and round, with the options in their colours. */
export function matrixOf(
  positions: readonly PositionView[],
  drawn: readonly OptionView[] = [],
  team: SeatedTeam | undefined = undefined,
): Matrix {
  const matrix = positionsOf(positions, drawn, team)
  return { ...matrix, options: matrix.options.map((side) => ({ ...side, style: optionStyle(side.index) })) }
}
