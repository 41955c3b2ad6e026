import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { HookPost } from '@convene/gateways'
import { restoreSession, trashSession } from '@convene/host'
import { sessionNumber } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { until } from '../../apps/server/src/server.fixture.ts'
import { hook, hookStage } from './hook-stage.ts'

const one = sessionNumber(1)

/** A URL, and a session from before it was configured. */
async function begun() {
  const stage = hookStage()
  const { program, options, home, log, webhooks } = stage
  await stage.say(1, 500)
  const started = () => new HookPost(hook.url, { program, options, since: 1_000 })
  const first = started()
  await first.look(hook)
  await first.end()
  const places = () => webhooks.places(hook.url)
  return { ...stage, started, places, context: { home, log } }
}

async function receivesOnlyNext(post: HookPost, { say, taken }: Pick<ReturnType<typeof hookStage>, 'say' | 'taken'>) {
  const said = await say(1, 500)
  await post.look(hook)
  await until(() => taken.length > 0)
  await post.end()
  expect(taken).toEqual([said])
}

describe('a webhook URL', () => {
  test('that is new receives nothing about an old session that changed while the list was first read', async () => {
    const stage = hookStage()
    const { program, options, log } = stage
    await stage.say(1, 500)
    await stage.say(2, 600)
    const { list } = log
    log.list = async (query) => {
      log.list = list
      return (await list(query)).filter(({ id }) => id !== one)
    }
    const post = new HookPost(hook.url, { program, options, since: 1_000 })
    await post.look(hook)
    await receivesOnlyNext(post, stage)
  })

  test('receives nothing twice about a session that changed while the list was read', async () => {
    const stage = await begun()
    const { log, started } = stage
    const { list } = log
    log.list = async (query) => (await list(query)).filter(({ id }) => id !== one)
    const post = started()
    await post.look(hook)
    log.list = list
    await receivesOnlyNext(post, stage)
  })

  test('receives nothing twice about a session restored from the trash', async () => {
    const stage = await begun()
    const { context, started } = stage
    expect(await trashSession(context, one)).toMatchObject({ ok: true })
    const post = started()
    await post.look(hook)
    expect(await restoreSession(context, one)).toMatchObject({ ok: true })
    await receivesOnlyNext(post, stage)
  })

  test('forgets a session that cannot be restored', async () => {
    const { home, context, started, places } = await begun()
    expect(await places()).toEqual(new Map([[one, 1]]))
    await trashSession(context, one)
    rmSync(join(home, 'trash'), { recursive: true })
    const post = started()
    await post.look(hook)
    await post.end()
    await until(async () => (await places())?.size === 0)
  })

  test("that was removed does not overwrite its successor's positions", async () => {
    const { started, places, say, state } = await begun()
    const [old, next] = [started(), started()]
    state.hangs = true
    await say(1, 500)
    await old.look(hook)
    await until(() => state.hanging === 1)
    await old.end()
    expect([state.cut, (await places())?.get(one)]).toEqual([1, 1])
    state.hangs = false
    await next.look(hook)
    await until(async () => (await places())?.get(one) === 2)
    state.answer()
    await new Promise((resolve) => setImmediate(resolve))
    expect((await places())?.get(one)).toBe(2)
    await next.end()
  })
})
