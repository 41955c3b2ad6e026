import { startModelServer } from '@convene/testkit'
import type { Browser } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPage } from './open-page.ts'
import { realPage } from './page-fixture.ts'
import { asRepository, realProgram, squadFiles } from './real-program.ts'
import { choose, openDetails, openSeats, wants } from './stories/visit.ts'

const { browser, program, open } = await realPage(squadFiles, asRepository)

describe.runIf(browser)('the start page', () => {
  test('says in one chip what would run, offers seven outcomes, marks the one the goal asks for, and shows who would work before anything starts', async () => {
    const page = await open()
    const card = page.getByRole('region', { name: 'Preview' })
    const chip = (text: RegExp) => card.getByRole('button', { name: text }).waitFor()
    await chip(/^Decision · 3 seats · .+ · free$/u)
    await page.getByLabel('Goal').fill('Why did checkout fail at 02:00?')
    await chip(/^Review · Incident Review · \d seats/u)
    await openDetails(page)
    await page.getByRole('radio', { name: 'Review it', checked: true }).waitFor()
    await page.getByText('Chosen because the goal asks why something happened.').waitFor()
    await page.getByLabel('Goal').fill('Add a discount code to the checkout.')
    await chip(/^Build · \d seats/u)
    await page.getByLabel('Goal').fill('Have a panel discuss our architecture.')
    await page.getByRole('radio', { name: 'Have it discussed', checked: true }).waitFor()
    await chip(/^Discussion · 3 seats/u)
    await page.getByText('Chosen because the goal asks for a discussion.').waitFor()
    await page.getByLabel('Goal').fill('Add a discount code to the checkout.')
    await page.getByRole('radio', { name: 'Several opinions' }).click()
    await chip(/^Opinions · 3 seats/u)
    await page.getByLabel('Goal').fill('Should we add discount codes?')
    expect(await page.getByRole('radio', { name: 'Several opinions', checked: true }).count()).toBe(1)
    await card.getByText('Devil’s Advocate').or(card.getByText("Devil's Advocate")).waitFor()
    expect(await card.getByRole('combobox', { name: /^Model of/u }).count()).toBe(4)
    expect(await card.getByText(/\d+ calls/u).count()).toBe(1)
    expect(page.complaints).toEqual([])
  })

  test.each([
    [1440, 900],
    [1024, 768],
    [390, 844],
  ])('has Start in view at %i × %i, and nothing moves while you type or pick an example', async (width, height) => {
    const page = await open('/', { viewport: { width, height } })
    const seen = [
      page.getByRole('button', { name: 'Start', exact: true }),
      page.getByLabel('Goal'),
      page.getByRole('button', { name: /^Workspace/u }),
      page.getByRole('link', { name: /Watch a panel decide/u }),
      page.getByRole('button', { name: /^Explore/u }),
    ]
    const places = () => Promise.all(seen.map(async (each) => JSON.stringify(await each.boundingBox())))
    const settled = async () => {
      await expect.poll(() => page.getByRole('region', { name: 'Preview' }).getAttribute('aria-busy')).toBe('false')
      return places()
    }
    await page.getByText('Performance crossed:').waitFor()
    await page.getByText('No model is connected').waitFor()
    const before = await settled()
    await expect(seen[0]?.isVisible()).resolves.toBe(true)
    const start = await seen[0]?.boundingBox()
    expect((start?.y ?? height) + (start?.height ?? 0)).toBeLessThan(height)
    await page.getByLabel('Goal').pressSequentially('Redis?')
    expect(await settled()).toEqual(before)
    await page.getByLabel('Goal').fill('Why did checkout fail at 02:00?')
    await page.getByRole('button', { name: /^Review · /u }).waitFor()
    expect(await settled()).toEqual(before)
    // The box scrolls into view if the example was below the fold. Nothing moves against it.
    const besideGoal = async () => {
      const boxes = await Promise.all(seen.map((each) => each.boundingBox()))
      return boxes.map((box) => Math.round((box?.y ?? Number.NaN) - (boxes[1]?.y ?? Number.NaN)))
    }
    const apart = await besideGoal()
    await page.getByRole('button', { name: /^Explore/u }).click()
    await page.getByRole('button', { name: /^Answer · /u }).waitFor()
    await settled()
    expect(await besideGoal()).toEqual(apart)
  })

  test('fills the box with an example and starts nothing', async () => {
    const page = await open()
    const before = (await sessions()).items.length
    await page.getByRole('button', { name: /Explore/u }).click()
    expect(await page.getByLabel('Goal').inputValue()).toContain('Read this folder')
    await page.getByRole('button', { name: /^Answer · 1 seat/u }).waitFor()
    expect(await page.evaluate('document.activeElement.id')).toBe('goal')
    expect((await sessions()).items.length).toBe(before)
  })

  test('changes seats by team, by mode and by face, and refuses an unsuitable member before the start', async () => {
    const page = await open()
    const card = page.getByRole('region', { name: 'Preview' })
    const chip = (text: RegExp) => card.getByRole('button', { name: text }).waitFor()
    await choose(page, 'Team', /Quick Panel/u)
    await chip(/^Decision · Quick Panel · 3 seats/u)
    await choose(page, 'Team', /No team/u)
    await choose(page, 'How they work', /Broadcast/u)
    await chip(/^Opinions · 3 seats/u)
    const faces = card.getByRole('group', { name: 'Members' })
    await faces.getByRole('button', { name: 'Security' }).click()
    await chip(/^Opinions · 4 seats/u)
    await faces.getByRole('button', { name: 'Architect', pressed: true }).click()
    await chip(/^Opinions · 3 seats/u)
    await expect.poll(() => card.getByRole('list', { name: 'Seats' }).getByText('Architect').count()).toBe(0)
    await page.getByText('More options', { exact: true }).click()
    await page.getByLabel('Model', { exact: true }).fill('nobody/nothing')
    await page.getByRole('alert').getByText('Cannot start yet').waitFor()
    await chip(/cannot start yet/u)
  })

  test('starts a session with the goal and attachments, and opens it', async () => {
    const page = await open()
    await page.getByLabel('Goal').fill('What does the attached note say about sessions?')
    const note = {
      name: 'note.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Note\n\nSessions live in Redis.'),
    }
    await page.getByLabel('Files to attach').setInputFiles(note)
    await page.getByRole('list', { name: 'Attached files' }).getByText('note.md').waitFor()
    await wants(page, 'Just ask one')
    await page.getByLabel('Goal').press('Control+Enter')
    await page.getByLabel('Message to the team').waitFor()
    const { items } = await sessions()
    expect(items[0]).toMatchObject({ goal: expect.stringContaining('What does the attached note say'), mode: 'agent' })
  })

  test('asks before it uses a team from an untrusted repository', async () => {
    const page = await open()
    await page.getByText('This folder is not trusted').waitFor()
    expect(await page.getByText(/not trusted/u).count()).toBe(1)
    await openSeats(page)
    await page.getByRole('combobox', { name: 'Team' }).click()
    expect(await page.getByRole('group', { name: 'From this repo' }).getByText('Squad').count()).toBe(1)
    await page.getByRole('option', { name: /Shop crew/u }).click()
    const dialog = page.getByRole('dialog', { name: /Shop crew/u })
    await dialog.getByText('.squad/team.md').waitFor()
    await dialog.getByRole('button', { name: 'Trust these files' }).click()
    await expect.poll(() => page.getByText('This folder is not trusted').count()).toBe(0)
    await page.getByRole('button', { name: /· Shop crew ·/u }).waitFor()
  })

  test('makes a worktree on a new branch and works there', async () => {
    const page = await open()
    await page.getByRole('button', { name: /^Workspace/u }).click()
    await page.getByRole('tab', { name: 'Worktrees' }).click()
    await page.getByLabel('New worktree').fill('try-postgres')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: /^Workspace: \S+ try-postgres$/u }).waitFor()
    await page.getByRole('button', { name: /^Workspace/u }).click()
    await page.getByRole('tab', { name: 'Another folder' }).click()
    await page.getByLabel('Path').fill('/no/such/folder')
    await page.keyboard.press('Enter')
    await page.getByText('/no/such/folder cannot be opened').waitFor()
  })

  test('offers a model on this machine, and uses it after one click', async () => {
    const server = await startModelServer({ models: ['llama-test'] })
    const connected = await realProgram({}, { environment: { OLLAMA_HOST: `127.0.0.1:${server.port}` } })
    const page = await openPage(browser as Browser, connected.link)
    onTestFinished(() => page.context().close())
    await page.getByText('No model is connected').waitFor()
    await page.getByRole('button', { name: 'Use llama-test of Ollama' }).click()
    await page.getByText('All seats use one model: they vote, they do not debate.').waitFor()
    await openDetails(page)
    await page.getByRole('region', { name: 'Preview' }).getByText('llama-test').first().waitFor()
    await connected.remove()
    await server.close()
  })

  test('suggests other teams that fit the goal', async () => {
    const page = await open()
    await page.getByLabel('Goal').fill('Review this change for bugs, security and missing tests.')
    await page.getByRole('button', { name: /^Review · Code Review Team/u }).waitFor()
    await openSeats(page)
    const fitting = page.getByRole('region', { name: 'Suggested teams' })
    await fitting.getByRole('button').first().waitFor()
    const name = (await fitting.getByRole('button').first().textContent()) ?? ''
    await fitting.getByRole('button', { name }).click()
    await page.getByRole('button', { name: new RegExp(`· ${name} ·`, 'u') }).waitFor()
    expect(await fitting.getByRole('button', { name }).count()).toBe(0)
  })

  test('greys out overridden teams, with the reason', async () => {
    const team = { name: 'Quick Panel', slug: 'quick-panel', mode: 'panel', members: ['architect', 'security'] }
    await program().client.createTeam({ team })
    const page = await open()
    await openSeats(page)
    await page.getByRole('combobox', { name: 'Team' }).click()
    const hidden = page.getByRole('group', { name: 'Built-in' }).getByRole('option', { name: /Quick Panel/u })
    expect(await hidden.getAttribute('aria-disabled')).toBe('true')
    expect(await hidden.textContent()).toContain('overridden by yours')
  })
})

async function sessions() {
  const found = await program().client.sessions({})
  if (!found.ok) throw new Error(found.refusal.message)
  return found.value
}
