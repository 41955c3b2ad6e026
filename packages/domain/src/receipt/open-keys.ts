/**
 * The fields whose texts stay in a redacted receipt: ids, states, kinds, models, names of agents, and the options of a vote. Everything else
 * is sealed, also what a later version adds. Part of format 1 of the chain: a key that events have already may neither
 * be added nor removed, or their links would change.
 */
const open: ReadonlySet<string> = new Set(
  `action agent approve ask asksAll author beyond bound budget by call candidate category code color conversation covers
  decision denied dependsOn effect eligible barred estimate execution experiment finish findings from gate grounds hash head how icon link id level limit
  mark mediaType members mode model modelFrom moment move option outcome over owner place protocol reaches
  reasoning replyTo resumes role seal seat seats severity side slug stage startedBy state status step takes titles
  to trace trend trigger tool tree verdict via voter which who close kind delegates spawns tools blind prefers
  dissent candidates type salt`
    .split(/\s+/)
    .filter((key) => key !== ''),
)

/** Fields that are open only below this parent: the key above them, or the type of the event. */
const openBelow: ReadonlySet<string> = new Set([
  'lead.name',
  'judge.name',
  'members.name',
  'subagents.name',
  'message.picked.message',
  'moderation.message',
  'position.message',
  'position.option',
  'decision.proposed.options',
  'experiment.finished.message',
  'task.assigned.shows',
  'permission.answered.answer',
  'lacks.what',
  'commentary.source',
  'check.is',
  'checks.is',
  'decision.resolved.run',
  'run.finished.reason',
  'worktrees.agents',
  'passages.message',
  'worktrees.build',
  'run.state.reason',
])

const sharedKeys: ReadonlySet<string> = new Set([...openBelow].map((path) => path.slice(path.lastIndexOf('.') + 1)))

/** Sealed as a whole: what is in them has keys that somebody else chose. */
const whole: ReadonlySet<string> = new Set(
  'input arguments variables provider details permissions overrides allowedDomains allowedPaths prohibitedPatterns'.split(
    ' ',
  ),
)

/** A model may call a tool whatever it likes, a sentence included. */
const isName: { readonly [key: string]: (text: string) => boolean } = {
  tool: (text) => TOOL_NAME.test(text),
  tools: (text) => TOOL_NAME.test(text),
}
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/u

/** Whether a text under this key stays in a redacted receipt. */
export const isOpen = (key: string, parent: string, text: string): boolean =>
  (open.has(key) && (isName[key]?.(text) ?? true)) || (sharedKeys.has(key) && openBelow.has(`${parent}.${key}`))

/** Whether everything under this key is sealed as one. */
export const isSealedWhole = (key: string): boolean => whole.has(key)
