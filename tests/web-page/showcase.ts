import type { Facts } from '@convene/domain'
import { endAnswer, newStory, type Story } from '../../apps/web/src/session/view/story.fixture.ts'

const answer = (name: string): string => `**${name}** sees it this way.

Sessions are read on *every* request and written rarely. A table with an index on \`token\` answers in under a millisecond [m1].

| store | p99 | monthly |
| --- | ---: | ---: |
| Redis | 0.4 ms | $38 |
| Postgres | 0.9 ms | $0 |

\`\`\`sql
create table session (token text primary key, data jsonb not null);
\`\`\`

- one backup instead of two
- fewer moving parts, see [the docs](https://www.postgresql.org/docs/)`

export const panelists = ['architect', 'security', 'performance']
const position = { confidence: 70, changed: false, because: '' }

/** A panel in its third round: blind answers, a change of mind, tool calls, a changed file. */
export function panelStory(): Story {
  const story = newStory(
    'panel',
    ['head', ...panelists],
    'Should the shop keep its sessions in Redis or move them to Postgres?',
  )
  pass(story)
  const thinking = panelists.map((agent) => [agent, story.think(agent, 1)] as const)
  for (const [agent, effect] of thinking) {
    endAnswer(story.add, { agent, effect, text: answer(agent), round: 1 })
    const held = agent === 'performance' ? 'Keep Redis' : 'Move to Postgres'
    story.add('position', { ...position, round: 1, position: held }, { agent })
  }
  for (const agent of panelists) {
    const changed = agent === 'performance'
    story.say(agent, changed ? 'The numbers in [m3] convince me.' : 'I hold my position.', 2)
    const because = changed ? 'm3' : ''
    story.add('position', { round: 2, position: 'Move to Postgres', confidence: 80, changed, because }, { agent })
  }
  return story
}

/** Past the gate, into the debate. */
export function pass(story: Story): void {
  gate(story)
  story.add('question.answered', { id: '1/topic1', answer: 'approve', by: 'user' })
  story.add('run.state', { from: 'awaiting_approval', to: 'initializing', trigger: 'userApproved' })
  story.add('run.state', { from: 'initializing', to: 'running', trigger: 'panelistsReady' })
}

/** Up to the topic gate. */
export function gate(story: Story): void {
  story.add('run.state', { from: 'clarifying', to: 'awaiting_approval', trigger: 'clarificationsComplete' })
  const text = '## Topic\n\nWhere should session data live?\n\n1. durability\n2. cost\n3. latency'
  story.add('question.asked', { id: '1/topic1', gate: 'topic', question: 'Discuss this topic?', options: [], text })
}

const place = { agent: 'architect', task: '1/round3/architect', parent: '1' }
const diff =
  '--- a/src/session.ts\n+++ b/src/session.ts\n@@ -1,2 +1,2 @@\n-import { createClient } from "redis"\n+import { pool } from "./db.ts"\n'

/** An agent asks to change a file. */
export function ask(story: Story, number: number, more: Partial<Facts['permission.asked']> = {}): void {
  const call = `c1-${number}` as Facts['tool.called']['call']
  const resource = more.resource ?? `src/session-${number}.ts`
  const resources = [{ permission: 'edit', target: resource }]
  story.add('tool.called', { call, tool: 'edit', input: { path: resource }, resources }, place)
  const asked = { tool: 'edit', resource, rule: 'edit: ask', proposed: 'edit:src/**', preview: diff }
  const ids = { ask: `${place.task}/${call}/ask` as Facts['permission.asked']['ask'], call }
  const expiresAt = Date.UTC(2100, 0, 1)
  story.add('permission.asked', { ...ids, ...asked, chain: ['head', 'architect'], expiresAt, ...more }, place)
}

/** A call that ran, and the diff it left. */
export function toolCalls(story: Story): void {
  const effect = story.think('architect', 3)
  const text = 'Let me look at how sessions are read today.'
  story.add('model.replied', { effect, text, calls: [], finish: 'tools', outcome: 'complete' }, place)
  const call = 'c0-1' as Facts['tool.called']['call']
  story.add('tool.called', { call, tool: 'bash', input: { command: 'npm test' }, resources: [] }, place)
  story.add('tool.finished', { call, ok: true, output: 'all green', ms: 420 }, place)
  story.add('artifact', { id: 'a1', kind: 'diff', title: 'src/session.ts', path: 'src/session.ts', text: diff }, place)
}

/** Two steps, one of them running, and a decision that waits for votes. */
export function planStory(): Story {
  const story = newStory('plan', panelists, 'Move the sessions to Postgres.')
  const step = (id: string, owner: string, description: string, acceptance: string) => ({
    id,
    owner,
    dependsOn: id === 's1' ? [] : ['s1'],
    description,
    acceptance,
  })
  const steps = [
    step('s1', 'architect', 'Create the sessions table and its migration', 'The migration runs forward and back.'),
    step('s2', 'security', 'Restrict reads to the shop', 'Other database users are refused.'),
    step('s3', 'performance', 'Measure 1,000 reads per second', '99 % of reads take under 5 ms.'),
  ]
  story.add('plan.drafted', { version: 1, steps, by: 'architect' })
  story.add('plan.committed', { version: 1, steps, reviews: [] })
  story.add('step.state', { step: 's1', from: 'pending', to: 'running', owner: 'architect', attempt: 1 })
  const options = ['Dual writes', 'A maintenance window']
  const proposed = {
    topic: 'How do we switch over?',
    options,
    evidence: 'Traffic is low at night.',
    eligible: [...panelists, 'user'],
  }
  story.add('decision.proposed', { ...proposed, decision: 'd1', closesAt: null, by: 'architect' })
  return story
}
