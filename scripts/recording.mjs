// Records `convene demo` on a pseudo terminal and draws it as an animated picture for the README: `npm run recording`.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import xterm from '@xterm/headless'
import { drawFrames } from './recording/draw-frames.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const size = { cols: 96, rows: 28 }
const SPEED = 3
const FRAME_MS = 700

const frames = await record()
writeFileSync(join(root, 'docs/guide/pictures/demo.svg'), drawFrames(frames, { ...size, frameMs: FRAME_MS }))
console.log(`${frames.length} frames`)

/** The screen about twice a second, until the program ends. */
async function record() {
  const terminal = new xterm.Terminal({ ...size, allowProposedApi: true })
  const home = mkdtempSync(join(tmpdir(), 'convene-recording-'))
  const program = `${process.execPath} ${join(root, 'apps/cli/bin/convene.mjs')} demo --speed ${SPEED}`
  const command = `stty cols ${size.cols} rows ${size.rows}; exec ${program}`
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    CONVENE_HOME: join(home, 'data'),
    TERM: 'xterm-256color',
    SHELL: '/bin/sh',
  }
  const child = spawn('script', ['-qec', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdout.on('data', (bytes) => terminal.write(bytes))
  const seen = []
  const timer = setInterval(() => seen.push(screenOf(terminal)), FRAME_MS)
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  clearInterval(timer)
  await new Promise((resolve) => terminal.write('', resolve))
  rmSync(home, { recursive: true, force: true })
  return [...seen, screenOf(terminal)]
}

/** Every row as pieces of one style, each with the column where it begins. */
function screenOf(terminal) {
  const { active } = terminal.buffer
  return Array.from({ length: size.rows }, (_, row) => piecesOf(active.getLine(active.baseY + row)))
}

function piecesOf(line) {
  const pieces = []
  for (let column = 0; column < size.cols; column += 1) {
    const cell = line?.getCell(column)
    if (!cell || cell.getWidth() === 0) continue
    const text = cell.getChars() || ' '
    const style = [
      cell.isBold() ? 'b' : '',
      cell.isDim() ? 'd' : '',
      cell.isFgPalette() ? `c${cell.getFgColor()}` : '',
    ].join('')
    const last = pieces.at(-1)
    if (last && last.style === style && cell.getWidth() === 1 && !last.isWide) last.text += text
    else pieces.push({ column, text, style, isWide: cell.getWidth() > 1 })
  }
  return pieces.filter(({ text }) => text.trim() !== '')
}
