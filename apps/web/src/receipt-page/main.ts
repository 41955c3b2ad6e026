import { receiptText, verifyReceipt, WrongReceipt } from '@convene/reading'
import { webCrypto, whyNoCrypto } from './web-crypto.ts'

/** The page that checks a receipt by itself: nothing is sent, and nothing but its own script runs. */
const result = part('result')
const choice = part('file') as HTMLInputElement
/** Only the newest file counts, however long the one before takes. */
let newest = 0

choice.addEventListener('change', () => void check(choice.files?.[0]))
addEventListener('dragover', (event) => event.preventDefault())
addEventListener('drop', (event) => {
  event.preventDefault()
  void check(event.dataTransfer?.files[0])
})

async function check(file: File | undefined): Promise<void> {
  if (!file) return
  newest += 1
  const own = newest
  show('busy', `Checking ${file.name}…`, [])
  const shown = await shownOf(file)
  if (own === newest) show(...shown)
}

type Shown = readonly [state: string, title: string, parts: readonly HTMLElement[]]

async function shownOf(file: File): Promise<Shown> {
  const missing = await whyNoCrypto()
  if (missing !== undefined) return ['unknown', missing, []]
  try {
    const verified = await verifyReceipt(new Uint8Array(await file.arrayBuffer()), webCrypto)
    const { title, unchecked, rows } = receiptText(verified, undefined)
    const compare = 'Compare the key with the one that convene doctor shows on the machine of its author.'
    const parts = [line(file.name), ...(unchecked === '' ? [] : [line(unchecked)]), tableOf(rows), line(compare)]
    return [unchecked === '' ? 'valid' : 'unknown', title, parts]
  } catch (error) {
    if (error instanceof WrongReceipt)
      return ['wrong', 'Not valid', [line(file.name), line(`In ${error.place}: ${error.message}.`)]]
    return ['wrong', 'This file cannot be read', [line(file.name)]]
  }
}

function show(state: string, title: string, parts: readonly HTMLElement[]): void {
  const heading = document.createElement('h2')
  heading.textContent = title
  result.dataset.state = state
  result.replaceChildren(heading, ...parts)
  result.hidden = false
}

function line(text: string): HTMLElement {
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  return paragraph
}

function tableOf(rows: readonly (readonly [label: string, text: string])[]): HTMLElement {
  const table = document.createElement('table')
  for (const [label, text] of rows) {
    const row = table.insertRow()
    const head = document.createElement('th')
    head.scope = 'row'
    head.textContent = label
    row.append(head)
    row.insertCell().textContent = text
  }
  return table
}

function part(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`Broken page: it has no ${id}`)
  return found
}
