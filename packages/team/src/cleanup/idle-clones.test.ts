import { existsSync, mkdirSync, utimesSync } from 'node:fs'
import { sessionNumber, temporaryFolder } from '@convene/testkit'
import { expect, test } from 'vitest'
import { removeIdleClones } from './idle-clones.ts'

const DAY_S = 24 * 60 * 60

test('clones are removed after a week without changes unless in use, and preview copies after a day', async () => {
  using folder = temporaryFolder()
  const ages = { [sessionNumber(1)]: 8, [sessionNumber(2)]: 6, [sessionNumber(3)]: 8, 'look-a': 2, 'look-b': 0.5 }
  const now = Date.now()
  for (const [name, days] of Object.entries(ages)) {
    const path = folder.file(`clones/${name}`)
    mkdirSync(`${path}/tree`, { recursive: true })
    utimesSync(path, now / 1_000 - days * DAY_S, now / 1_000 - days * DAY_S)
  }
  const owned = async (session: string) => session === sessionNumber(3)
  await removeIdleClones({ home: folder.file('.'), ownership: { owned }, now: () => now })
  const left = Object.keys(ages).filter((name) => existsSync(folder.file(`clones/${name}`)))
  expect(left).toEqual([sessionNumber(2), sessionNumber(3), 'look-b'])
})
