import { citedOnce } from './cited-once.ts'
import { withoutLabel } from './label.ts'
import { undecorated } from './lines.ts'
import { markOnLine } from './marks.ts'
import { ARROW } from './separator.ts'
import { withStances } from './stance-lines.ts'

/** Marker words that agents write for the program, in everyday words. */
const plain: { readonly [mark: string]: string } = {
  CLEAR: 'Clear',
  CONVERGED: 'Converged',
  NOT_CONVERGED: 'Not converged',
  APPROVE: 'Approved',
  APPROVED: 'Approved',
  CONCERN: 'Concern',
  CONCERNS: 'Concerns',
  ACCEPT: 'Accepted',
  ACCEPTED: 'Accepted',
  REOPEN: 'Sent back',
  REOPENED: 'Sent back',
  BLOCKED: 'Blocked',
  HANDOFF: 'Handoff',
  ACKNOWLEDGE: 'Takes it over',
  REFUSE: 'Refuses',
  DECISION: 'Decision',
  NEXT: 'Next',
  RANK: 'Rank',
  REASON: 'Reason',
  VETO: 'Veto',
  SCORE: 'Score',
  PROBABILITY: 'Probability',
  PREDICTION: 'Prediction',
  LOOK: 'Look',
  RATIONALE: 'Rationale',
  AGREED: 'Agreed',
  PARTLY: 'Partly',
  DISPUTED: 'Disputed',
  PASSAGE: 'Passage',
}

/** The Head's lines about how a panel works. They are of no use to readers, and the stored topic lacks them too. */
const frame: { readonly [mark: string]: readonly string[] } = {
  PROTOCOL: ['decide', 'discuss', 'estimate'],
  DISCUSSION_DEPTH: ['quick', 'standard', 'deep'],
}

/** Marks whose line is shown in another form. Undefined: it stays. Empty: it is hidden. */
const reworded: { readonly [mark: string]: (rest: string, mark: string) => string | undefined } = {
  // The rest of the line already says that the goal is clear, and an option is a list item.
  CLEAR: (rest) => (rest === '' ? undefined : `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`),
  OPTION: (rest) => `- ${rest}`,
  FIELD: (rest) => (/\s/u.test(rest) ? rest : ''),
  REDIRECT: (rest) => `To ${rest}`,
  PROTOCOL: hiddenIfKnown,
  DISCUSSION_DEPTH: hiddenIfKnown,
}

/** Includes a value that is still being written, or the line would flash up for a moment. */
function hiddenIfKnown(rest: string, mark: string): string | undefined {
  const said = rest.toLowerCase().replace(/\.$/u, '')
  return said !== '' && frame[mark]?.some((value) => value.startsWith(said)) ? '' : undefined
}

const REWORDED = { words: Object.keys(reworded), exact: true }
/** The longer words first: `ACCEPTED` also begins with `ACCEPT`. */
const WORDS = Object.keys(plain).toSorted((one, other) => other.length - one.length)
const ENDS = new RegExp(`^[*_~\`"'”’)\\]]*\\s{0,4}(?:$|${ARROW}|[:：﹕︓∶=.,;!]|[–—-]\\s)`, 'u')

function plainLine(whole: string): string {
  const [end = ''] = /\r?\n?$/u.exec(whole) ?? []
  const line = whole.slice(0, whole.length - end.length)
  const mark = markOnLine(line, REWORDED)
  const said = mark && reworded[mark.word]?.(mark.rest, mark.word)
  if (said !== undefined) return said === '' ? '' : `${said}${end}`
  const bare = undecorated(line)
  const verdict = withoutLabel(bare)
  const plainer = withPlainWord(line, bare)
  // Without a label the word is replaced already, and a second one is part of the sentence.
  return `${verdict === bare ? plainer : withPlainWord(plainer, verdict)}${end}`
}

/** `said`: the line without its decoration, and without the label before a verdict. */
function withPlainWord(line: string, said: string): string {
  const word = WORDS.find((one) => said.startsWith(one) && ENDS.test(said.slice(one.length)))
  return word === undefined ? line : line.replace(word, plain[word] ?? word)
}

/** How a lead assigns tasks, how a loop ends, and how a panelist keeps a panel open. */
const TASK = /^([ \t>*_~`-]{0,8})@worker[ \t]{0,9}[:：][ \t]{0,9}/gimu
const TASK_END = /^[ \t>*_~`-]{0,8}@end[*_~`]{0,3}[ \t]{0,9}(?:\n|$)/gimu
/** What an experiment shows if an option is right. */
const EXPECTS = /^([ \t>*_~`\d.)-]{0,8})EXPECT(?=[ \t]{1,3}[*_~`(]{0,3}[A-L][*_~`)]{0,3}(?:\s{0,2}[:：=]| - ))/gmu
const SENTINEL = /\[\[\s{0,3}(GROUP_REFLECT_COMPLETE|NEEDS_ITERATION|REFLECTION_COMPLETE)\s{0,3}\]\]/giu
/** The gap for a sentinel, copied instead of filled. */
const FORM = /\[\[\s{0,3}<[^<>[\]\n]{1,80}>\s{0,3}\]\]/gu
const MORE = /\[MORE_ANALYSIS_NEEDED\]/gu

const withoutLoop = (text: string): string =>
  text
    .replaceAll(TASK, '$1For ')
    .replaceAll(TASK_END, '')
    .replaceAll(EXPECTS, '$1Expected for')
    .replaceAll(FORM, '“complete” or “not complete”')
    .replaceAll(SENTINEL, (_, said: string) => (/^needs/iu.test(said) ? '“not complete”' : '“complete”'))
    .replaceAll(MORE, 'More analysis is needed.')

/** What an agent said, with everything written for the program in plain words, and neighbouring citations once. */
export const withPlainMarks = (text: string): string =>
  citedOnce(withoutLoop(withStances(text)).replaceAll(/[^\n]+(?:\n|$)/gu, plainLine))

const STANCES = ['POSITION', 'CONFIDENCE', 'CHANGED', 'VOTE', 'PROBABILITIES']
const OPENINGS = [...WORDS, ...REWORDED.words, ...STANCES, 'EXPECT', '@worker', '@end']
const BEGUN = /^[ \t>#-]{0,6}[*_]{0,3}(@?\w{1,16})(?:(?<=EXPECT) [A-L])?[*_]{0,3}[ \t]?$/u
const SENTINEL_BEGUN = /\[(?:\[[A-Z_ ]{0,24}|[A-Z_]{1,21})?\]?$/u

/** The maximum length of a partly written sentinel. */
const LONGEST = 27

/** Text that is still being written, without a partial mark at its end. */
export function withoutOpenMark(text: string): string {
  const start = text.lastIndexOf('\n') + 1
  const word = BEGUN.exec(text.slice(start))?.[1] ?? ''
  const isMark = word !== '' && OPENINGS.some((mark) => mark.startsWith(word))
  return isMark ? text.slice(0, start) : text.slice(0, -LONGEST) + text.slice(-LONGEST).replace(SENTINEL_BEGUN, '')
}
