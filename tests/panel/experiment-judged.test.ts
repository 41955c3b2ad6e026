import { describe, expect, test } from 'vitest'
import { allowing, looking, lookingStage, splitLines } from './experiment-cast.ts'

describe('what an experiment turns out to touch', () => {
  test.each([
    ['a denied read', [{ permission: 'read', target: 'private/x' }], /private/u],
    ['keys', [{ permission: 'read', target: '.ssh/config', verdict: 'ask', note: 'It may contain keys.' }], /keys/u],
    ['another program', [{ permission: 'bash', target: 'cat a.txt' }], /nobody was asked/u],
    ['nothing else', [{ permission: 'bash', target: 'node -e 6' }], undefined],
  ] as const)('is judged again right before it runs: %s', async (_what, touched, why) => {
    const [layer] = allowing()
    const permissions = [{ layer: 'user', rules: { ...layer?.rules, read: { '*': 'allow', 'private/*': 'deny' } } }]
    const { stage, ran } = lookingStage(splitLines)
    await stage.create(looking({}, { permissions }))
    await stage.untilRest()
    const [request] = ran
    if (why) expect(request?.forbids?.([...touched])).toMatch(why)
    else {
      expect(request?.forbids).toBeDefined()
      expect(request?.forbids?.([...touched])).toBeUndefined()
    }
  })
})
