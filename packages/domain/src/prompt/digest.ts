import type { PastRun } from '../state/past-run.ts'
import type { Session } from '../state/session.ts'
import { askerName } from '../team/user-seat.ts'
import { quoted } from '../text/quoted.ts'

/** What an agent new to this session reads: what earlier runs asked, decided and made. */
export function digestText({ past }: Pick<Session, 'past'>): string {
  if (past.length === 0) return ''
  return ['## Earlier in this session', ...past.map(runText)].join('\n\n')
}

function runText({ number, mode, state, goal, setBy, results, picked, decided, made }: PastRun): string {
  const named = results.length > 1
  const parts = [
    `### Run ${number} (${mode}, ${state})`,
    `${setBy === undefined ? 'The user' : askerName(setBy)} asked:\n\n${cited(goal)}`,
    ...results.map(
      ({ author, text }) =>
        `${named ? `Answer of ${author}` : picked ? 'Result, picked by the user' : 'Result'}:\n\n${cited(text)}`,
    ),
    decided.length > 0 && `Decided:\n\n${cited(decided.map((one) => `${one.topic}: ${one.option}`).join('\n'))}`,
    made.length > 0 && `Made:\n\n${cited(made.join('\n'))}`,
  ]
  return parts.filter((part) => part !== false).join('\n\n')
}

/** An earlier agent remembers only its own words, so it must read the answer the user picked. */
export function pickText(
  { past }: Pick<Session, 'past'>,
  { to, place }: { readonly to: string; readonly place: string },
) {
  const last = past.at(-1)
  const [result] = last?.results ?? []
  if (!last?.picked || !result || place !== to || result.author === to) return ''
  return `## The answer that the user picked\n\n${cited(result.text)}`
}

/** Written by others, so it is kept apart from the program's own words. */
const cited = (text: string): string => quoted(text).replace(/^/gmu, '> ')
