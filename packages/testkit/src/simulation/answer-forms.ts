/** An answer's prose and its fields, by their names in the prompt. */
export type Fields = { readonly argument: string; readonly [field: string]: string }

type Form = (fields: Fields) => string

const linesOf = (fields: Fields, line: (word: string, value: string) => string): string =>
  Object.entries(fields)
    .flatMap(([key, value]) => (key === 'argument' || value === '' ? [] : [line(key.toUpperCase(), value)]))
    .join('\n')

const asLines =
  (line: (word: string, value: string) => string): Form =>
  (fields) =>
    `${fields.argument}\n\n${linesOf(fields, line)}`

const asJson = (fields: Fields): string => JSON.stringify(fields, null, 2)
const tableOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** The forms in which models write the fields of an answer, whatever form the prompt asks for. */
export const answerForms: { readonly [name: string]: Form } = {
  lines: asLines((word, value) => `${word}: ${value}`),
  'a marker above each value': asLines((word, value) => `${word}:\n${value}\n`),
  headings: asLines((word, value) => `### ${word}\n\n${value}\n`),
  'bold lines': asLines((word, value) => `**${word}:** ${value}`),
  'bold headings': asLines((word, value) => `**${word}**\n${value}\n`),
  'a list': asLines((word, value) => `- **${word}**: ${value}`),
  'a numbered list': asLines((word, value) => `1. ${word}: ${value}`),
  'a fence of lines': ({ argument, ...fields }) =>
    `${argument}\n\n\`\`\`\n${linesOf({ argument, ...fields }, (word, value) => `${word}: ${value}`)}\n\`\`\``,
  'a quotation': asLines((word, value) => `> ${word}: ${value}`),
  JSON: asJson,
  'fenced JSON': (fields) => `\`\`\`json\n${asJson(fields)}\n\`\`\``,
  'JSON on one line': (fields) => JSON.stringify(fields),
  'JSON in JSON': (fields) => JSON.stringify({ answer: fields }),
  'JSON below its argument': ({ argument, ...fields }) =>
    `${argument}\n\n\`\`\`json\n${asJson({ argument: '', ...fields })}\n\`\`\``,
  'JSON that was cut off': (fields) => JSON.stringify(fields).slice(0, -1),
  'a table': ({ argument, ...fields }) =>
    `${argument}\n\n${tableOf([['Field', 'Value'], ['---', '---'], ...Object.entries(fields).map(([key, value]) => [key.toUpperCase(), value])])}`,
  'a table with a column for each': ({ argument, ...fields }) =>
    `${argument}\n\n${tableOf([Object.keys(fields).map((key) => key.toUpperCase()), Object.keys(fields).map(() => '---'), Object.values(fields)])}`,
}

/** A vote or how sure its author is, said in the argument itself. */
export const proseVotes: readonly ((letter: string, share: number, seal: string) => string)[] = [
  (letter, share, seal) => `I vote for ${letter} with ${share} %: ${seal}.`,
  (letter, _share, seal) => `My vote is ${letter}, ${seal}.`,
  (letter, share, seal) => `${letter} (${share} %), says ${seal}.`,
  (_letter, share, seal) => `By ${seal}, I am ${share} % sure.`,
  (letter, share, seal) => `I would put ${letter} at ${share} percent and leave the rest to ${seal}.`,
  (letter, share, seal) => `With ${share}% for ${letter}, ${seal}\nis clear.`,
]

/** A part of a vote that only its author knows. No other panelist may read it, whatever form the vote has. */
export const sealOf = (agent: string): string => `the seal of ${agent}`
