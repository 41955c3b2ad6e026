import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { WireEvent } from '@convene/domain'
import { type Client, createClient, httpHost } from '@convene/protocol'
import { type ModelServer, startModelServer } from '@convene/testkit'
import { onTestFinished } from 'vitest'
import { pageFolder } from '../../../scripts/web.mjs'
import { type Launched, newPlace, settingsFor, type TestFolders } from '../../e2e/launch.ts'

type Serving = { readonly launched: Launched; readonly link: string; readonly port: number }

/** The program as a user runs it: `convene serve` in a separate process, on a data folder, with a scripted model. */
export type RealServer = Serving & {
  readonly place: TestFolders
  readonly models: ModelServer
  readonly client: Client
  /** Kills the process like a power failure. */
  kill(): Promise<void>
  /** Starts it again on the page's port. */
  again(): Promise<void>
  /** All events of a session's log, in order. */
  log(session: string): Promise<readonly WireEvent[]>
}

/** Starts it for one test; `prepare` may write agents and files first. */
export async function realServer(settings: object = {}, prepare: (place: TestFolders) => void = () => {}) {
  const models = await startModelServer()
  const place = newPlace()
  onTestFinished(async () => {
    await models.close()
    place.remove()
  })
  place.settings({ ...(settingsFor(models) as object), ...settings })
  prepare(place)
  // A copy, so that rebuilding the page does not affect a running story.
  const pages = join(place.home, 'pages')
  cpSync(pageFolder, pages, { recursive: true })
  let serving = await serve(place, pages, 0)
  const { origin, searchParams } = new URL(serving.link)
  const client = createClient(httpHost({ base: origin, token: searchParams.get('token') ?? '' }))
  const server: RealServer = {
    ...serving,
    place,
    models,
    client,
    kill: async () => {
      serving.launched.child.kill('SIGKILL')
      await serving.launched.ended
    },
    again: async () => {
      serving = await serve(place, pages, serving.port)
    },
    log: async (id) => {
      const answered = await client.events({ id, after: 0, limit: 5_000 })
      if (!answered.ok) throw new Error(answered.refusal.message)
      return answered.value.items
    },
  }
  return server
}

async function serve(place: TestFolders, pages: string, port: number): Promise<Serving> {
  const launched = place.launch(['serve', '--port', `${port}`], { environment: { CONVENE_PAGES: pages } })
  onTestFinished(async () => {
    launched.child.kill('SIGKILL')
    await launched.ended
  })
  const link = await printedLink(launched)
  return { launched, link, port: Number(new URL(link).port) }
}

function printedLink({ child, ended }: Launched): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout?.on('data', (text: string) => {
      printed += text
      const [, link] = /^(http:\S+)\n/mu.exec(printed) ?? []
      if (link) resolve(link)
    })
    void ended.then(({ stderr }) => reject(new Error(`It ended without a link: ${stderr}`)))
  })
}
