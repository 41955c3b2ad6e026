// What is shown, and how it comes to be. `set` brings the program there in a page of its own and gives the address;
// `show` is done in each page before its picture is taken. `guide`: the widths that the guide has.

const goal = 'Should the shop keep its sessions in Redis or in Postgres?'

/** Starts a run through the page, as a person would. */
async function start(page, { mode, agents = [], text = goal }) {
  await page.getByLabel('Goal').waitFor()
  const body = { goal: text, mode, ...(agents.length > 0 && { agents }) }
  const id = await page.evaluate(async (wish) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch('/api/sessions', { method: 'POST', headers, body: JSON.stringify(wish) })
    return (await response.json()).id
  }, body)
  return new URL(`#/session/${id}`, page.url()).href
}

const panelists = ['architect', 'security', 'performance']
const composer = (page) => page.getByLabel('Message to the team').waitFor()

/** Answers what the run asks until the button is there, or the run is over. */
async function answerUntil(page, url, isThere) {
  await page.goto(url)
  await composer(page)
  for (let tries = 0; tries < 200 && !(await isThere(page)); tries += 1) {
    const guess = page.getByRole('button', { name: 'Use your best assumptions' })
    const approve = page.getByRole('button', { name: /^Approve/ })
    if (await guess.count()) await guess.first().click()
    else if (await approve.count()) await approve.first().click()
    await page.waitForTimeout(250)
  }
}

const isOver = async (page) => (await page.getByRole('region', { name: 'How the run ended' }).count()) > 0
const atGate = async (page) => (await page.getByRole('region', { name: /^Gate/ }).count()) > 0

async function finishedPanel(page) {
  const url = await start(page, { mode: 'panel', agents: panelists })
  await answerUntil(page, url, isOver)
  return url
}

const key = (name) => async (page) => {
  await composer(page)
  await page.keyboard.press(name)
}

const tab = (name) => async (page) => {
  await composer(page)
  const isHidden = (await page.getByRole('tab', { name }).count()) === 0
  if (isHidden) await page.getByRole('button', { name: 'Details' }).click()
  await page.getByRole('tab', { name }).click()
}

export const scenes = [
  {
    name: 'start',
    guide: [1440],
    set: async (page) => ({ url: page.url(), show: (each) => each.getByLabel('Goal').waitFor() }),
  },
  {
    name: 'gate',
    guide: [1440],
    set: async (page) => {
      const url = await start(page, { mode: 'panel', agents: panelists })
      await answerUntil(page, url, atGate)
      return { url, show: (each) => each.getByRole('region', { name: /^Gate/ }).waitFor() }
    },
  },
  { name: 'lanes', guide: [1440, 390], set: async (page) => ({ url: await finishedPanel(page), show: key('1') }) },
  { name: 'timeline', guide: [1440], set: async (page) => ({ url: await finishedPanel(page), show: key('2') }) },
  { name: 'graph', guide: [1440], set: async (page) => ({ url: await finishedPanel(page), show: key('3') }) },
  { name: 'decisions', set: async (page) => ({ url: await finishedPanel(page), show: tab(/^Decisions/) }) },
  { name: 'cost', set: async (page) => ({ url: await finishedPanel(page), show: tab('Cost') }) },
  { name: 'team', set: async (page) => ({ url: await finishedPanel(page), show: tab('Team') }) },
  {
    name: 'palette',
    set: async (page) => ({ url: page.url(), show: (each) => each.keyboard.press('Control+k') }),
  },
  {
    name: 'keys',
    set: async (page) => ({
      url: page.url(),
      show: async (each) => {
        await each.getByRole('heading', { level: 1 }).click()
        await each.keyboard.press('?')
      },
    }),
  },
]
