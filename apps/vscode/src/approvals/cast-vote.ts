import { letterAt } from '@convene/domain'

/** The editor controls for casting a vote. */
export type VotingWindow = {
  showQuickPick(items: readonly string[], options: object): PromiseLike<string | undefined>
  showInputBox(options: object): PromiseLike<string | undefined>
}

/** The user's vote in a decision, or undefined if they dismiss either control. */
export async function castVote(
  window: VotingWindow,
  options: readonly string[],
): Promise<{ readonly option: string; readonly reason: string } | undefined> {
  const vote = await pickAndArgue(window, options.map(lettered))
  return vote && { option: options[vote.place] ?? '', reason: vote.reason }
}

/** The user's turn in a panel, in the program's format: the vote on the first line, then the argument. */
export async function takeTurn(window: VotingWindow, options: readonly string[]): Promise<string | undefined> {
  if (options.length === 0) {
    const view = await window.showInputBox({ title: 'Your view', prompt: 'What you would do, and why', ...kept })
    return view?.trim() || undefined
  }
  const vote = await pickAndArgue(window, [...options.map(lettered), 'Abstain'])
  if (!vote) return undefined
  const choice = vote.place === options.length ? 'abstain' : letterAt(vote.place)
  return [choice, vote.reason].filter(Boolean).join('\n')
}

const kept = { ignoreFocusOut: true }

/** The letter tells options with the same text apart. */
const lettered = (option: string, place: number): string => `${letterAt(place)}. ${option}`

async function pickAndArgue(
  window: VotingWindow,
  rows: readonly string[],
): Promise<{ readonly place: number; readonly reason: string } | undefined> {
  const row = await window.showQuickPick(rows, { title: 'Your vote', placeHolder: SECRET, ...kept })
  if (row === undefined) return undefined
  const reason = await window.showInputBox({ title: 'Why? (optional)', ...kept })
  return reason === undefined ? undefined : { place: rows.indexOf(row), reason: reason.trim() }
}

const SECRET = 'Your vote stays secret until all are in.'
