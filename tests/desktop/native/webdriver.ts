import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

/** One page, driven over W3C WebDriver. */
export type Driver = {
  evaluate<T>(script: string): Promise<T>
  text(): Promise<string>
  /** Clicks the control whose text starts with these words, once it is there. */
  click(words: string): Promise<void>
  /** Types into the field with this label or placeholder. */
  type(field: string, words: string): Promise<void>
  picture(name: string): Promise<void>
  end(): Promise<void>
}

const within = { interval: 200 }

type Answer<T> = { readonly value: T }

/** Lets the driver at this address start the program, and drives its page. */
export async function openDriver(address: string, program: string): Promise<Driver> {
  const options = { 'webkitgtk:browserOptions': { binary: program, args: [] } }
  const { value } = await ask<{ sessionId: string }>(`${address}/session`, 'POST', {
    capabilities: { alwaysMatch: options },
  })
  const page = `${address}/session/${value.sessionId}`
  const evaluate = async <T>(script: string): Promise<T> =>
    (await ask<T>(`${page}/execute/sync`, 'POST', { script: `return (${script})`, args: [] })).value
  const text = () => evaluate<string>('document.body.innerText')
  return {
    evaluate,
    text,
    click: async (words) => {
      const found = await findBy(evaluate, buttonOf(words))
      await ask(`${page}/element/${found}/click`, 'POST', {})
    },
    type: async (field, words) => {
      const found = await findBy(evaluate, fieldOf(field))
      await ask(`${page}/element/${found}/value`, 'POST', { text: words })
    },
    picture: async (name) => {
      const folder = process.env.CONVENE_PICTURES
      if (!folder) return
      const { value: data } = await ask<string>(`${page}/screenshot`, 'GET')
      writeFileSync(join(folder, `${name}.png`), Buffer.from(data, 'base64'))
    },
    end: async () => {
      await ask(page, 'DELETE').catch(() => undefined)
    },
  }
}

async function ask<T>(url: string, method: string, body?: object): Promise<Answer<T>> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const response = await fetch(url, { ...init, headers: { 'content-type': 'application/json' } })
  const answer = (await response.json()) as Answer<T & { readonly message?: string }>
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${answer.value?.message ?? response.status}`)
  return answer
}

/** WebDriver's own name for an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

async function findBy(evaluate: <T>(script: string) => Promise<T>, script: string): Promise<string> {
  const look = async () => (await evaluate<Record<string, string> | null>(script))?.[ELEMENT]
  await expect.poll(look, within).toBeTypeOf('string')
  return (await look()) as string
}

const buttonOf = (words: string): string => `[...document.querySelectorAll('button, a, [role=option], [role=menuitem]')]
  .find((each) => each.offsetWidth > 0 && each.innerText.trim().toLowerCase().startsWith(${JSON.stringify(words.toLowerCase())})) ?? null`

const fieldOf = (words: string): string => `[...document.querySelectorAll('input, textarea')]
  .find((each) => [each.placeholder, each.getAttribute('aria-label')].includes(${JSON.stringify(words)})) ?? null`
