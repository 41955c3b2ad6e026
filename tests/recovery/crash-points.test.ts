import { describe, expect, test } from 'vitest'
import { everyFew } from '../process/length.ts'
import { expectSameStory, type Script, wholeStory } from './crash-story.ts'
import { checkedAgent } from './stories/checked-agent.ts'
import { decision } from './stories/decision.ts'
import { delegation } from './stories/delegation.ts'
import { escalation } from './stories/escalation.ts'
import { broadcast, sequential } from './stories/members.ts'
import { panel } from './stories/panel.ts'
import { pausedBroadcast, pausedSequential } from './stories/pause.ts'
import { plan } from './stories/plan.ts'
import { reflect } from './stories/reflect.ts'

const scripts: readonly Script[] = [
  broadcast,
  sequential,
  pausedBroadcast,
  pausedSequential,
  delegation,
  decision,
  escalation,
  reflect,
  panel,
  plan,
  checkedAgent,
]

describe.each(scripts)('$name', async (script) => {
  const { whole, points } = await wholeStory(script)

  test('passes through every kind of point', () => {
    expect(whole.events.map(({ type }) => type)).toEqual(expect.arrayContaining([...script.passes]))
    script.check(whole)
  })

  // Neighbouring points rarely differ. The long tests cut at all of them.
  test.each(everyFew(points, 3, scripts.indexOf(script)))(
    'killed at append %i tells the same story, and pays for nothing recorded twice',
    (at) => expectSameStory(script, whole, at),
  )
})
