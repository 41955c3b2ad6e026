import { items, type ModelRequest, type RunStart, Seat } from '@convene/domain'
import { type RunChoice, runOf } from './run-of.ts'

const seat = (slug: string, role: Seat['seat'], more: object = {}): Seat =>
  Seat.parse({ name: `The ${slug}`, slug, prompt: 'You answer.', model: 'alpha/one', seat: role, ...more })

/** A discussion of three with a head, a moderator and the hidden agent that writes its summary. */
export function panelOf({ members = ['ada', 'bert', 'cleo'], team, settings, ...rest }: RunChoice = {}): RunStart {
  return runOf({
    mode: 'panel',
    members,
    ...rest,
    settings: { yes: true, ...settings, mode: { protocol: 'discuss', ...settings?.mode } },
    team: {
      lead: seat('head', 'lead', { execution: 'single' }),
      judge: seat('mod', 'judge', { execution: 'single' }),
      subagents: [seat('summary', 'system', { category: 'hidden', execution: 'single' })],
      ...team,
    },
  })
}

/** The newest ask in a request, and its heading. */
export function askOf({ lines }: Pick<ModelRequest, 'lines'>): { readonly heading: string; readonly text: string } {
  const asks = [...items(lines)].flatMap((line) =>
    line.role === 'user' && line.text.startsWith('# ') ? [line.text] : [],
  )
  const text = asks.at(-1) ?? ''
  return { heading: text.slice(2).split('\n')[0] ?? '', text }
}
