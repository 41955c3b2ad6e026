/** `[m4]` or `[m3, m5]`, but not the text of a link. */
const CITED = String.raw`\[(m\d{1,9}(?:[ \t]?[,;][ \t]?m\d{1,9}){0,50})\](?!\()`
const one = new RegExp(CITED, 'gu')
const neighbours = new RegExp(`${CITED}(?:[,;]?[ \\t]{0,2}${CITED})*`, 'gu')

/** A text whose neighbouring citations name each message once: `[m4] [m4]` is `[m4]`. */
export const citedOnce = (text: string): string => text.replaceAll(neighbours, (run) => onceIn(run))

function onceIn(run: string): string {
  const seen = new Set<string>()
  let isRepeated = false
  const groups = [...run.matchAll(one)].map(([, ids = '']) =>
    ids.split(/[ \t]?[,;][ \t]?/u).filter((id) => {
      const isNew = !seen.has(id)
      if (!isNew) isRepeated = true
      seen.add(id)
      return isNew
    }),
  )
  if (!isRepeated) return run
  const left = groups.filter((ids) => ids.length > 0)
  return left.map((ids) => `[${ids.join(', ')}]`).join(' ')
}
