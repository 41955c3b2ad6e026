import { anonymousAll } from '../../../anonymity/anonymity.ts'
import { optionMeant } from '../../../answer/option.ts'
import { placeOfLetter } from '../../../text/letters.ts'
import { bare, samePosition } from './reading.ts'
import { type ClusteredOption, type DebateContext, type DebateRooms, type Held, held } from './state.ts'

/** What a panelist voted for before hearing anyone. */
export function blindOption(panel: DebateRooms, voter: string): string | undefined {
  const line = panel.debate.ledger.find((one) => one.agent === voter && isBlind(panel, one))
  return line && optionHeld(panel.debate.options, line)?.text
}

/** Whether a position was stated in the blind round and allowed through. */
export const isBlind = ({ debate: { turns } }: DebateRooms, { round, message }: Held): boolean =>
  round === 1 && turns.some((turn) => turn.round === 1 && turn.message === message)

/**
 * The option a ledger line refers to: by its letter, by its own words, or by what the option covers. The Head says what
 * an option covers, and may be wrong about a panelist's words.
 */
export function optionHeld(
  options: readonly ClusteredOption[],
  line: Pick<Held, 'abstains' | 'option' | 'message' | 'position'>,
): ClusteredOption | undefined {
  if (line.abstains) return undefined
  if (line.option !== null) return options[placeOfLetter(line.option)]
  const same = options.find(({ text }) => samePosition(line.position, text))
  return same ?? options.find(({ covers }) => line.message !== null && covers.includes(line.message))
}

/** Options if nobody has drawn any: the positions themselves, at most the eight that most panelists hold. */
export function optionsFromLedger(context: DebateContext): readonly ClusteredOption[] {
  const options = new Map<string, { text: string; covers: ClusteredOption['covers']; held: number }>()
  for (const { position } of held(context).filter(({ abstains }) => !abstains)) {
    const known = options.get(bare(position))
    const covers = context.panel.debate.ledger.flatMap((line) =>
      line.round === 1 && line.message && samePosition(line.position, position) ? [line.message] : [],
    )
    options.set(bare(position), { text: position, covers, held: (known?.held ?? 0) + 1 })
  }
  const sorted = [...options.values()].toSorted((one, other) => other.held - one.held)
  return inShownOrder(
    context,
    sorted.slice(0, 8).map(({ text, covers }) => ({ text, covers })),
  )
}

/**
 * Options in the order of the letters that screens already show: their own once positions name them, until then the order
 * in which somebody first held them. Any other order would make two options swap letters in front of the reader.
 */
export function inShownOrder(
  { panel }: Pick<DebateContext, 'panel'>,
  options: readonly ClusteredOption[],
): readonly ClusteredOption[] {
  const {
    debate: { ledger },
  } = panel
  const isLettered = ledger.some(({ option }) => option !== null)
  const firstHeld = (option: ClusteredOption): number =>
    ledger.findIndex((line) => optionHeld(options, { ...line, option: null }) === option)
  const place = (option: ClusteredOption): number => {
    const at = isLettered
      ? panel.debate.options.findIndex(({ text }) => samePosition(text, option.text))
      : firstHeld(option)
    return at < 0 ? Number.POSITIVE_INFINITY : at
  }
  return options
    .map((option) => ({ option, place: place(option) }))
    .toSorted((one, other) => (one.place === other.place ? 0 : one.place - other.place))
    .map(({ option }) => option)
}

/** The options as panelists read them: the Head knew names when drawing them. */
export const shownOptions = ({ run, panel }: Pick<DebateContext, 'run' | 'panel'>): readonly string[] =>
  panel.debate.options.map(({ text }) => anonymousAll(run, text))

/** The option a panelist means, out of those it was shown. */
export function shownOptionMeant(context: Pick<DebateContext, 'run' | 'panel'>, said: string): string | undefined {
  const shown = shownOptions(context)
  const meant = optionMeant(shown, said)
  return meant === undefined ? undefined : context.panel.debate.options[shown.indexOf(meant)]?.text
}
