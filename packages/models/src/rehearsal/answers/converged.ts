import { heldNow } from '../held.ts'
import { type Answer, says } from './answer.ts'

/** Judged by the ledger alone: not converged as long as a position changes. */
export const converged: Answer = (study) => {
  const board = study.ask.sections.Board ?? ''
  const changes = board.match(/^CHANGED: yes/gm)?.length ?? 0
  const positions = new Set(heldNow(study).map(({ position }) => position)).size
  const holding = `${positions} ${positions === 1 ? 'position is' : 'positions are'} held`
  if (changes > 0) return says(`NOT_CONVERGED: ${changes} changed position since I was last asked; ${holding}.`)
  return says(
    `CONVERGED: nobody changed position since I was last asked; ${holding}. (A rehearsal counts; it does not judge.)`,
  )
}

/** The first panelist: a rehearsal has no opinion about who should speak. */
export const nextSpeaker: Answer = ({ ask }) => {
  const first = /Panelist [A-Z]/.exec(ask.sections['What is asked'] ?? '')?.[0] ?? 'Panelist A'
  return says(`NEXT: ${first}`)
}
