import { agentMembers, items, toArray } from '@convene/domain'
import { sealOf } from './answer-forms.ts'
import { PROHIBITED } from './panel-lines.ts'
import type { TracedRequest, World } from './world.ts'

/** What must hold for every request that reaches a model. */
export function checkRequest(world: World, request: TracedRequest): void {
  checkPairs(world, request)
  checkResults(world, request)
  checkSecrets(world, request)
  checkPanel(world, request)
}

/** Providers reject a conversation in which a tool call has no result, or a result no call. */
function checkPairs(world: World, { lines, session, effect }: TracedRequest): void {
  let open: string[] = []
  const missing: string[] = []
  for (const line of items(lines)) {
    if (line.role === 'tool' && !open.includes(line.call)) missing.push(`the call of ${line.call}`)
    if (line.role === 'tool') open = open.filter((call) => call !== line.call)
    else missing.push(...open)
    if (line.role !== 'tool') open = line.role === 'assistant' ? line.calls.map(({ id }) => id) : []
  }
  missing.push(...open)
  if (missing.length > 0) world.violate('every call has a result', `${effect}: ${missing} is missing`, session)
}

/** Until a vote is closed, no one sees who voted for what. After that, only the agent that decides sees the reasons. */
function checkSecrets(world: World, { lines, session, effect, agent }: TracedRequest): void {
  const [first, ...rest] = toArray(lines)
  if (first?.role === 'user' && first.text.startsWith('# Decide')) return
  // A summary for the agent that decides is not shown to others either.
  if (/ballot:decide\/[^/]+(?:\/again)?\/compact\d+\//u.test(effect)) return
  const said = [first, ...rest].map((line) =>
    line?.role === 'tool' ? line.output : line?.role === 'user' ? line.text : '',
  )
  for (const { votes } of world.ledger(session).decisions.open.values())
    for (const { data } of votes)
      if (data.voter !== agent && data.reason !== '' && said.some((text) => text.includes(data.reason)))
        world.violate('a vote is secret until it is closed', `${effect} knows the vote of ${data.voter}`, session)
}

/** A call's result contains what its own tool, delegate or user said, and no one else's words. */
function checkResults(world: World, { lines, session, effect }: TracedRequest): void {
  const task = effect.slice(0, effect.lastIndexOf('/'))
  const { tasks } = world.ledger(session)
  if (tasks.compacted.has(task)) return
  const newest = new Map(
    toArray(lines).flatMap((line) => (line.role === 'tool' ? [[line.call as string, line.output]] : [])),
  )
  for (const [call, output] of newest) {
    const words = tasks.results.get(`${task}/${call}`)
    if (words !== undefined && !output?.includes(words))
      world.violate('a report resolves its own call', `${effect}: ${call} is "${output}", and not "${words}"`, session)
  }
}

/** Blocked text is in no prompt, panelists and the judge see no name except their own, and the first round is blind. */
function checkPanel(world: World, { lines, session, effect, agent }: TracedRequest): void {
  const run = world.ledger(session).run?.data
  if (run?.mode !== 'panel') return
  const texts = toArray(lines).map((line) => (line.role === 'tool' ? '' : line.text))
  // Until its turn ends, an agent continues from its own words.
  const turn = texts.findLastIndex((text) => /^# \S/.test(text))
  if (texts.slice(0, turn + 1).some((text) => text.includes(PROHIBITED)))
    world.violate('blocked text is in no prompt', `${effect} was shown what was blocked`, session)
  if (agent === run.team.lead?.slug || texts.some((text) => text.includes('# Vote') || text.includes('# Deliberate')))
    return
  const asks = texts.filter((text) => /^# (Contribute|Redirect|Final position|Converged|Next speaker)/.test(text))
  const peers = agentMembers(run.team)
    .filter(({ slug }) => slug !== agent)
    .flatMap(({ name, model }) => [name, model])
  const named = peers.find((name) => asks.some((text) => text.includes(name)))
  if (named) world.violate('panelists know no names', `${effect} was shown ${named}`, session)
  const leaked = agentMembers(run.team).find(
    ({ slug }) => slug !== agent && asks.some((text) => text.includes(sealOf(slug))),
  )
  if (leaked) world.violate('panelists read no votes', `${effect} was shown the vote of ${leaked.slug}`, session)
  const last = asks.at(-1) ?? ''
  if (last.includes('This round is blind') && /^### Panelist/m.test(last))
    world.violate('the first round is blind', `${effect} was shown a peer`, session)
}
