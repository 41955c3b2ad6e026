import type { WriteStream } from 'node:tty'
import { startedAs } from './as-started.ts'
import { asAscii, lacksUnicode } from './ascii.ts'
import { harmless } from './harmless.ts'
import { noticing } from './notices.ts'
import { pasteReader } from './pastes.ts'
import { ansiStyle, noStyle, type Style } from './style.ts'
import type { Terminal, TextSink } from './terminal.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** This process's terminal. A reader that has gone away (`| head`) is not an error. */
export function processTerminal(environment: Environment): Terminal {
  const held = heldWrites()
  const out = sinkOf(process.stdout, environment, held)
  const command = startedAs(environment)
  return {
    command,
    out,
    err: noticing(sinkOf(process.stderr, environment, held), { command }),
    canAsk: Boolean(process.stdin.isTTY) && (out.isTerminal || Boolean(process.stderr.isTTY)),
    isAttended: !isSet(environment.CI) && (Boolean(process.stdin.isTTY) || Boolean(process.stderr.isTTY)),
    ask,
    keys,
    edit: (text) => edit(text, environment, held),
    readAll,
  }
}

/** `CI=false` means no CI. */
const isSet = (value = ''): boolean => !['', '0', 'false'].includes(value.toLowerCase())

function sinkOf(stream: NodeJS.WriteStream, environment: Environment, held: HeldWrites): TextSink {
  let gone = false
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    gone = true
  })
  const isTerminal = Boolean(stream.isTTY) && environment.TERM !== 'dumb'
  const shown = isTerminal && lacksUnicode(environment) ? asAscii : (text: string) => text
  const send = (text: string) => held.write(() => void (gone || stream.write(shown(text))))
  return {
    command: startedAs(environment),
    isTerminal,
    style: styleFor(isTerminal, environment),
    columns: () => sizeOf(stream)[0] || 80,
    rows: () => sizeOf(stream)[1] || 24,
    // A file or a pipe gets every byte: what is exported must be what is stored.
    write: stream.isTTY ? (text) => send(harmless(text)) : send,
    draw: send,
    onResize: (ring) => {
      const tty = stream as WriteStream
      tty.on('resize', ring)
      return () => void tty.off('resize', ring)
    },
  }
}

/** Queried each time: between a resize and its signal, a cached size is wrong and would tear a frame. */
function sizeOf(stream: NodeJS.WriteStream): readonly [number, number] {
  return stream.isTTY ? stream.getWindowSize() : [0, 0]
}

function styleFor(isTerminal: boolean, environment: Environment): Style {
  if (!isTerminal || environment.NO_COLOR) return noStyle
  return ansiStyle(/truecolor|24bit/iu.test(environment.COLORTERM ?? '') ? 'true' : '256')
}

type HeldWrites = ReturnType<typeof heldWrites>

/** Writes wait while another program has the screen, and follow in order afterwards. */
function heldWrites() {
  let waiting: (() => void)[] | undefined
  return {
    write: (write: () => void) => void (waiting ? waiting.push(write) : write()),
    hold: () => {
      waiting = []
    },
    release: () => {
      const all = waiting ?? []
      waiting = undefined
      for (const write of all) write()
    },
  }
}

/** How to take the keyboard back from another program, while keys are read. */
let keyboard: { release(): void; take(): void } | undefined

async function edit(text: string, environment: Environment, held: HeldWrites): Promise<string | undefined> {
  const { inEditor } = await import('./text-editor.ts')
  const screen = process.stdout.isTTY ? process.stdout : process.stderr
  held.hold()
  keyboard?.release()
  screen.write(showCursor)
  try {
    return await inEditor(text, environment)
  } finally {
    screen.write(hideCursor)
    keyboard?.take()
    held.release()
  }
}

const showCursor = '\u001b[?25h'
const hideCursor = '\u001b[?25l'

async function ask(question: string): Promise<string | undefined | null> {
  const { createInterface } = await import('node:readline')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  return new Promise((resolve) => {
    let answer: string | undefined | null
    lines.once('close', () => {
      if (typeof answer !== 'string') process.stderr.write('\n')
      resolve(answer)
    })
    lines.once('SIGINT', () => {
      answer = null
      lines.close()
    })
    lines.question(question, (text) => {
      answer = text
      lines.close()
    })
  })
}

/** Terminals that can mark pasted text, so that a line break in it is not taken for Enter. */
const markPastes = '\u001b[?2004h'
const stopMarking = '\u001b[?2004l'

function keys(take: (sent: string) => void): () => void {
  const { stdin } = process
  const screen = process.stdout.isTTY ? process.stdout : process.stderr
  const read = pasteReader()
  const listen = (text: string) => {
    const { sent, interrupts } = read(text)
    if (interrupts) process.emit('SIGINT', 'SIGINT')
    else if (sent !== '') take(sent)
  }
  const giveBack = () => screen.write(stopMarking)
  // A terminal that is gone sends no more keys, and the process would wait forever.
  const hangUp = () => process.emit('SIGHUP', 'SIGHUP')
  const own = {
    take: () => {
      // As a text stream: a character must not be split between two reads.
      stdin.setEncoding('utf8').setRawMode(true).resume()
      stdin.on('data', listen).once('end', hangUp)
      process.once('exit', giveBack)
      screen.write(markPastes)
    },
    release: () => {
      stdin.off('data', listen).off('end', hangUp)
      process.off('exit', giveBack)
      giveBack()
      stdin.setRawMode(false).pause()
    },
  }
  own.take()
  keyboard = own
  return () => {
    own.release()
    if (keyboard === own) keyboard = undefined
  }
}

async function readAll(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
