import { statSync } from 'node:fs'
import type { SessionId } from '@convene/domain'
import { temporaryFolder } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { added, asked, followUp, modelThatCalls, opened } from './scripted-run.ts'

/** Counts, not times: they are the same on a busy machine, and every user pays for an extra one with every call. */

const PAGE = 4_096 + 24

describe('commits, each of which waits for the disk', () => {
  test('are two per call: the intent must be durable before it, the answer before it is shown', async () => {
    using folder = temporaryFolder()
    await opened(folder.path, modelThatCalls(0), async ({ store, engine }) => {
      let session: SessionId | undefined
      expect(
        await added(
          () => store.log.commits,
          async () => (session = await asked(engine)),
        ),
      ).toBe(2)
      expect(
        await added(
          () => store.log.commits,
          () => followUp(engine, session as SessionId),
        ),
      ).toBe(2)
    })
  })

  test('are two for each further tool call: its intent with the answer that requested it, its result with the next intent', async () => {
    using folder = temporaryFolder()
    await opened(folder.path, modelThatCalls(5), async ({ store, engine }) => {
      expect(
        await added(
          () => store.log.commits,
          () => asked(engine),
        ),
      ).toBe(2 + 5 * 2)
    })
  })

  test('are shared by sessions that work at the same time', async () => {
    using folder = temporaryFolder()
    await opened(folder.path, modelThatCalls(0), async ({ store, engine }) => {
      const many = () => Promise.all(Array.from({ length: 50 }, () => asked(engine)))
      expect(await added(() => store.log.commits, many)).toBeLessThan(25)
    })
  })
})

describe('pages written to the disk', () => {
  test("are few per call: the ends of the log and its index, and the session's row", async () => {
    using folder = temporaryFolder()
    await opened(folder.path, modelThatCalls(0), async ({ engine, written }) => {
      const session = await asked(engine)
      for (let turn = 0; turn < 10; turn++) await followUp(engine, session)
      const turns = async () => {
        for (let turn = 0; turn < 20; turn++) await followUp(engine, session)
      }
      // Two commits of three pages each, and more whenever a page is full. With an index on every type it was twice
      // that.
      expect((await added(written, turns)) / 20 / PAGE).toBeLessThan(10)
    })
  })
})

describe('stored bytes', () => {
  test('are less than half the size of the events as JSON', async () => {
    using folder = temporaryFolder()
    const size = () => statSync(`${folder.path}/convene.db`).size
    const nothing = async () => {}
    await opened(folder.path, modelThatCalls(0), nothing)
    const empty = size()
    let json = 0
    await opened(folder.path, modelThatCalls(1), async ({ store, engine }) => {
      const session = await asked(engine)
      for (let turn = 0; turn < 40; turn++) await followUp(engine, session)
      json = JSON.stringify(await store.log.read(session)).length
    })
    expect((size() - empty) / json).toBeLessThan(0.5)
  })
})
