import { type Answer, says } from './answer.ts'

const ROW = /^- Round (\d+), (.+?)(?: \(confidence [\d.]+\))?(?: \[(m\d+)\])?: (.+?)(?: \(changed, .*\))?$/gm

/** Every position held, once, with the first-round messages that stated it. */
export const options: Answer = ({ ask }) => {
  const rows = [...(ask.sections['Position ledger'] ?? '').matchAll(ROW)]
  const ids = new Map<string, string[]>()
  for (const [, round, , id, position = ''] of rows) {
    const known = ids.get(position) ?? []
    ids.set(position, round === '1' && id ? [...known, id] : known)
  }
  const lines = [...ids].map(
    ([position, covers]) => `- ${position}${covers.length > 0 ? ` [${covers.join(', ')}]` : ''}`,
  )
  return says(lines.join('\n') || 'Nobody has stated a position.')
}
