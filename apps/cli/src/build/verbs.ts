import { type CommentSeverity, cleanLine, type Result, refuse } from '@convene/domain'
import type { BuildReview } from '@convene/reading'
import type { Input } from '../command-line/input.ts'
import type { Act } from './desk.ts'
import { lineNamed, partsNamed } from './parts.ts'

type Read = (input: Input, words: readonly string[], review: BuildReview) => Result<Act>

/** What can be written after the session. */
const verbs: { readonly [verb: string]: Read } = {
  keep: (input, words, review) => {
    const parts = partsNamed(review, words)
    return parts.ok ? given({ type: 'keep', hunks: parts.value, anyway: input.flag('anyway') || undefined }) : parts
  },
  undo: (_input, words, review) => {
    const parts = partsNamed(review, words)
    return parts.ok ? given({ type: 'undo', hunks: parts.value }) : parts
  },
  commit: (input, words) =>
    given({
      type: 'commit',
      message: input.text('message') ?? joined(words),
      branch: input.text('branch'),
    }),
  pr: (input, words) =>
    given({
      type: 'pull-request',
      title: input.text('title') ?? joined(words),
      branch: input.text('branch'),
      remote: input.text('remote'),
      draft: input.flag('draft') || undefined,
    }),
  comment: (input, [where = '', ...words]) => {
    const text = words.join(' ').trim()
    const line = lineNamed(where)
    if (!line.ok) return line
    if (text === '')
      return refuse('missing_argument', 'Add what you want to say: convene review <session> comment src/a.ts:3 "…"')
    const severity = input.text('severity') as CommentSeverity | undefined
    return given({ type: 'comment', ...line.value, text, severity, send: input.flag('send') || undefined })
  },
  send: (_input, words) => given({ type: 'send', comments: words.length > 0 ? words : undefined }),
  resolve: (_input, [comment = '']) =>
    comment === '' ? refuse('missing_argument', 'Name a comment, such as c1.') : given({ type: 'resolve', comment }),
  reopen: (_input, [comment = '']) =>
    comment === ''
      ? refuse('missing_argument', 'Name a comment, such as c1.')
      : given({ type: 'resolve', comment, resolved: false }),
}

/** The names of all verbs, for help. */
export const verbNames: readonly string[] = Object.keys(verbs)

/** What the words after the session ask for. */
export function readVerb(input: Input, review: BuildReview): Result<Act> {
  const [, verb = '', ...words] = input.words
  const read = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  return read
    ? read(input, words, review)
    : refuse('bad_verb', `"${cleanLine(verb)}" is not one of: ${verbNames.join(', ')}.`)
}

const joined = (words: readonly string[]): string | undefined => (words.length > 0 ? words.join(' ') : undefined)

/** Without what was not given: an absent part means all of them. */
const given = (act: Act): Result<Act> => ({
  ok: true,
  value: Object.fromEntries(Object.entries(act).filter(([, value]) => value !== undefined)) as Act,
})
