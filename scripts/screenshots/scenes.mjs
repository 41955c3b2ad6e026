// The scenes. `set` prepares a scene and returns its URL. `show` runs in each page before the screenshot. `widths`
// defaults to 1440.
import { readFileSync } from 'node:fs'
import { finishedBuild, reviewOfBuild } from '../../tests/web-page/build-story.ts'
import { ask, panelStory, planStory, toolCalls } from '../../tests/web-page/showcase.ts'

const goal = 'Should the shop keep its orders in SQLite or move them to Postgres?'
const panelists = ['architect', 'performance', 'devils-advocate']
const everywhere = [1440, 390]

/** A call as the page makes it. Returns the id of the new session. */
function post(page, path, body) {
  return page.evaluate(
    async ([address, sent]) => {
      const headers = { 'content-type': 'application/json', 'x-convene-page': localStorage['convene.page-key'] }
      const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(sent) })
      return (await response.json()).id
    },
    [path, body],
  )
}

/** Starts a run as the start page does. */
async function start(page, wish) {
  await page.getByLabel('Goal').waitFor()
  const id = await post(page, '/api/sessions', { goal, ...wish })
  return new URL(`#/session/${id}`, page.url()).href
}

const composer = (page) => page.getByLabel('Message to the team').waitFor()

/** Answers the run's questions until `isThere`. */
async function answerUntil(page, url, isThere) {
  await page.goto(url)
  await composer(page)
  for (let tries = 0; tries < 400 && !(await isThere(page)); tries += 1) {
    const guess = page.getByRole('button', { name: 'Use your best assumptions' })
    const approve = page.getByRole('button', { name: /^Approve/ })
    if (await guess.count()) await guess.first().click()
    // Some scenes wait for a gate that has just appeared.
    else if ((await approve.count()) && !(await isThere(page))) await approve.first().click()
    await page.waitForTimeout(250)
  }
}

const isOver = async (page) => (await page.getByRole('region', { name: 'How the run ended' }).count()) > 0
const atGate = async (page) => (await page.getByRole('region', { name: /^Gate/ }).count()) > 0

let panel

/** One complete panel, shared by all scenes that show it. */
async function finishedPanel(page) {
  if (panel) return panel
  const url = await start(page, { mode: 'panel', agents: panelists })
  await answerUntil(page, url, isOver)
  panel = url
  return url
}

/** The middle of the debate, where panelists answer each other. */
const debate = async (page) => {
  await composer(page)
  await page.getByRole('radio', { name: 'Transcript' }).click()
  await page.getByRole('button', { name: 'Go to message m4' }).last().click()
  await page.locator('[data-message=m4]').waitFor()
  await page.waitForTimeout(1_700) // until its highlight has faded
}

const tab = (name) => async (page) => {
  await composer(page)
  if ((await page.getByRole('tab', { name }).count()) === 0) await page.getByRole('button', { name: 'Details' }).click()
  await page.getByRole('tab', { name }).click()
}

/** A prepared session, as if it had just happened. */
function told(written, story) {
  const since = Date.now() - Date.parse(story.events.at(-1).at)
  const later = (at) => new Date(Date.parse(at) + since).toISOString()
  written.add(
    story.session,
    story.events.map((event) => ({ ...event, at: later(event.at) })),
  )
  return `${written.url}#/session/${story.session}`
}

/** A page, once its heading is visible. */
const at = (path) => async (page) => ({
  url: new URL(`#${path}`, page.url()).href,
  show: async (each) => {
    await each.getByRole('heading', { level: 1 }).waitFor()
    await each.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' })
    await each.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
  },
})

/** A plan in progress, with an open decision. */
function plan() {
  const story = planStory()
  story.add('run.state', { from: 'running', to: 'executing', trigger: 'dispatched' })
  return story
}

let fork

/** The same panel with one thing changed. */
async function changedPanel(page) {
  if (fork) return fork
  const from = idOf(await finishedPanel(page))
  const change = { type: 'without', seat: 'devils-advocate' }
  const id = await post(page, `/api/sessions/${from}/commands`, { type: 'fork', change })
  const url = new URL(`#/session/${id}`, page.url()).href
  await answerUntil(page, url, isOver)
  fork = url
  return url
}

const idOf = (url) => /#\/session\/(\w+)/.exec(url)[1]

/** A panel in which an agent changed a file. */
function changed() {
  const story = panelStory()
  toolCalls(story)
  return story
}

/** The scripted example: a debate worth reading. The rehearsal model only has sample positions. */
function example() {
  const file = new URL('../../packages/library/src/examples/recorded/decision.jsonl', import.meta.url)
  const events = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { session: events[0].session, events }
}

let recorded

/** Told once: a second time would add its cost again. */
const exampleUrl = (written) => {
  recorded ??= told(written, example())
  return recorded
}

const ofExample = (show) => async (_page, written) => ({ url: exampleUrl(written), show })

/** The start page knows what would run, and says so beside *Start*. */
export const startIsReady = (page) =>
  page.getByRole('region', { name: 'Preview' }).getByRole('button', { name: ' · ' }).waitFor()

export const scenes = [
  {
    name: 'start',
    isKept: true,
    widths: everywhere,
    set: async (page) => ({ url: page.url(), show: startIsReady }),
  },
  {
    name: 'gate',
    isKept: true,
    widths: everywhere,
    set: async (page) => {
      const url = await start(page, {
        mode: 'panel',
        agents: panelists,
        goal: 'How should the shop back up its orders?',
      })
      await answerUntil(page, url, atGate)
      return { url, show: (each) => each.getByRole('region', { name: /^Gate/ }).waitFor() }
    },
  },
  { name: 'story', isKept: true, widths: everywhere, set: ofExample(composer) },
  { name: 'transcript', widths: everywhere, set: ofExample(debate) },
  {
    name: 'approval',
    isKept: true,
    widths: everywhere,
    set: async (_page, written) => {
      const story = panelStory()
      toolCalls(story)
      ask(story, 1, { resource: 'src/session.ts', also: ['edit:src/lock.ts'], expiresAt: Date.now() + 9 * 60_000 })
      const url = told(written, story)
      return { url, show: (each) => each.getByRole('region', { name: 'Approval' }).waitFor() }
    },
  },
  {
    name: 'decisions',
    set: async (_page, written) => ({ url: told(written, plan()), show: tab(/^Decisions/) }),
  },
  {
    name: 'review',
    isKept: true,
    widths: everywhere,
    set: async (_page, written) => {
      const story = finishedBuild()
      written.reviews.set(reviewOfBuild(story))
      const url = told(written, story)
      return { url, show: (each) => each.getByRole('heading', { name: 'src/list.js' }).first().waitFor() }
    },
  },
  { name: 'plan', set: async (_page, written) => ({ url: told(written, plan()), show: tab(/^Plan/) }) },
  {
    name: 'files',
    set: async (_page, written) => ({
      url: told(written, changed()),
      show: async (each) => {
        await tab(/^Files/)(each)
        await each
          .getByRole('button', { name: /src\/session\.ts/ })
          .last()
          .click()
      },
    }),
  },
  { name: 'cost', set: ofExample(tab('Cost')) },
  { name: 'team', set: ofExample(tab('Team')) },
  {
    name: 'result',
    isKept: true,
    widths: everywhere,
    set: async (_page, written) => ({
      url: `${exampleUrl(written)}/result`,
      show: (each) => each.getByRole('heading', { name: 'Result' }).waitFor(),
    }),
  },
  {
    name: 'compare',
    set: async (page) => {
      const [one, other] = [idOf(await finishedPanel(page)), idOf(await changedPanel(page))]
      return {
        url: new URL(`#/compare/${one}/${other}`, page.url()).href,
        show: (each) => each.getByRole('heading', { name: 'Answers' }).waitFor(),
      }
    },
  },
  { name: 'teams', set: at('/teams') },
  { name: 'team-editor', set: at('/teams/quick-reflection') },
  { name: 'agents', set: at('/agents') },
  { name: 'agent-editor', set: at('/agents/coder') },
  { name: 'settings', set: at('/settings') },
  {
    name: 'permissions',
    set: async (page) => ({
      url: new URL('#/settings/permissions', page.url()).href,
      show: async (each) => {
        await each.getByLabel('Tool call').fill('bash:git push')
        await each.getByRole('button', { name: 'Test' }).click()
        await each.getByText('by the rule').first().waitFor()
      },
    }),
  },
  {
    name: 'palette',
    set: async (page) => ({
      url: page.url(),
      show: async (each) => {
        await startIsReady(each)
        await each.keyboard.press('Control+k')
        await each.getByRole('listbox', { name: 'Commands' }).waitFor()
      },
    }),
  },
  {
    name: 'keys',
    set: async (page) => ({
      url: page.url(),
      show: async (each) => {
        await each.getByRole('heading', { level: 1 }).click()
        await each.keyboard.press('?')
        await each.getByRole('dialog').waitFor()
      },
    }),
  },
]
