import { type BuildComment, cleanLine, USER } from '@convene/domain'

/** What the owner of some lines reads: each comment, whose it is, and the line that it is about. */
export const commentsText = (comments: readonly BuildComment[], nameOf: (agent: string) => string): string =>
  [
    'The user has read your changes and sends you these comments on lines of them:',
    ...comments.map((comment) => `- ${placeOf(comment)}, ${said(comment, nameOf)}${quoteOf(comment)}`),
    'Change the files accordingly, and say what you did.',
  ].join('\n')

const placeOf = ({ path, line, side, severity }: BuildComment): string =>
  `${cleanLine(path)}:${line}${side === 'old' ? ' (before)' : ''}, ${severity}`

/** Only what the user wrote is in the user's name. */
const said = ({ author, text }: BuildComment, nameOf: (agent: string) => string): string =>
  author === USER ? `the user: ${text}` : `${cleanLine(nameOf(author))}, a reviewer: ${cleanLine(text)}`

const quoteOf = ({ around }: BuildComment): string => (around ? `\n  The line: ${cleanLine(around.quote)}` : '')
