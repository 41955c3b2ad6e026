import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChromiumWindow } from '@convene/desktop'
import { expect } from 'vitest'

/** CI machines are busy. */
export const within = { interval: 100 }

export async function evaluate<T>(window: ChromiumWindow, expression: string): Promise<T> {
  const { result } = await window.send<{ result: { value: T } }>('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
    userGesture: true,
  })
  return result.value
}

export const text = (window: ChromiumWindow) => evaluate<string>(window, 'document.body.innerText')
export const place = (window: ChromiumWindow) => evaluate<string>(window, 'location.hash')

export const shows = (window: ChromiumWindow, words: string | RegExp) =>
  expect.poll(() => text(window), within).toMatch(words)

type Spot = { readonly x: number; readonly y: number }

const STILL = 3

/** Where a control is once it has stopped moving: late content may shift it away from under the pointer. */
async function whereItRests(find: () => Promise<Spot | null>): Promise<Spot> {
  const seen: (Spot | null)[] = []
  await expect
    .poll(async () => {
      const spot = await find()
      if (spot?.x !== seen.at(-1)?.x || spot?.y !== seen.at(-1)?.y) seen.length = 0
      seen.push(spot)
      return spot !== null && seen.length >= STILL
    }, within)
    .toBe(true)
  return seen.at(-1) as Spot
}

/** Clicks the control whose text starts with these words, once it is there. */
export async function click(window: ChromiumWindow, words: string): Promise<void> {
  const find = `(() => {
    const controls = [...document.querySelectorAll('button, [role=option], [role=menuitem], [role=menuitemradio], a')]
    const found = controls.find((each) => each.innerText.trim().toLowerCase().startsWith(${JSON.stringify(words.toLowerCase())}))
    found?.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = found?.getBoundingClientRect() ?? {}
    return found && width > 0 ? { x: x + width / 2, y: y + height / 2 } : null
  })()`
  const at = await whereItRests(() => evaluate<Spot | null>(window, find))
  for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased'])
    await window.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1 })
}

/** Ctrl and a letter. */
export async function press(window: ChromiumWindow, key: string): Promise<void> {
  const code = {
    key,
    code: `Key${key.toUpperCase()}`,
    windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0),
    modifiers: 2,
  }
  for (const type of ['rawKeyDown', 'keyUp']) await window.send('Input.dispatchKeyEvent', { type, ...code })
}

/** Types into what has the focus. */
export const type = (window: ChromiumWindow, words: string) => window.send('Input.insertText', { text: words })

/** Takes a screenshot into the folder that CONVENE_PICTURES names, if any. */
export async function picture(window: ChromiumWindow, name: string): Promise<void> {
  const folder = process.env.CONVENE_PICTURES
  if (!folder) return
  const { data } = await window.send<{ data: string }>('Page.captureScreenshot', { format: 'png' })
  writeFileSync(join(folder, `${name}.png`), Buffer.from(data, 'base64'))
}
