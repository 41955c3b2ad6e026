import { answers, scriptedModel } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { realPage } from './page-fixture.ts'
import { broadcastBeside } from './program-beside.ts'
import { picture } from './stories/visit.ts'

const { browser, program, open } = await realPage()

/** A finished broadcast of a model that no list of prices has. */
const unpriced = () => broadcastBeside(program(), scriptedModel(answers(() => 'Split it.')), 'completed')

describe.runIf(browser)('a model without a known price', () => {
  test('is mentioned once on the result, next to where its price can be set', async () => {
    const page = await open(`/session/${await unpriced()}/result`)
    const main = page.getByRole('main')
    await main.getByText('No price known for vscode/gpt · Set one').waitFor()
    await picture(page, 'price-unknown')
    expect((await main.innerText()).match(/unknown price|no price/giu)).toEqual(['No price'])

    await main.getByRole('link', { name: 'Set one' }).click()
    await page.getByText('Set a price', { exact: true }).click()
    await page.getByLabel('Priced model').fill('vscode/gpt')
    await page.getByLabel('Input price').fill('3')
    await page.getByLabel('Output price').fill('0,5')
    await picture(page, 'price-set')
    await page.getByRole('button', { name: 'Save price' }).click()
    const known = async () => {
      const read = await program().client.settings({})
      return read.ok ? read.value.settings.prices : read.refusal
    }
    await expect.poll(known).toEqual({ 'vscode/gpt': { input: 3, output: 0.5 } })
    expect(page.complaints).toEqual([])
  })
})
