/** Everything that a model which copies its instructions could give back: the ask, and each of its parts. */
export function partsOf(ask: string): readonly string[] {
  const lines = ask.split('\n')
  const runs = lines.flatMap((_, from) =>
    [1, 2, 3, 4, 6, 9].map((length) => lines.slice(from, from + length).join('\n')),
  )
  const tails = lines.map((_, from) => lines.slice(from).join('\n'))
  const sections = ask.split(/^(?=## )/mu)
  const sentences = ask.split(/(?<=[.:?!])\s+/u)
  const clauses = ask.split(/[.:;,?!]\s+/u)
  const spans = [...ask.matchAll(/`([^`\n]+)`|"([^"\n]+)"/gu)].map(([, code, quote]) => code ?? quote ?? '')
  const said = [ask, ...runs, ...tails, ...sections, ...sentences, ...clauses, ...spans]
  return [...new Set(said.flatMap((part) => [part, part.replaceAll(/[<>]/gu, '')]))].filter(
    (part) => part.trim() !== '',
  )
}
