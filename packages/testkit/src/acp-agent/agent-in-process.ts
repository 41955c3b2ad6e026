import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Life } from './perform.ts'
import { notesIn } from './scripted-agent.ts'
import { serveScripted } from './serve.ts'

/** The scripted agent without a process: it starts instantly, and dies as if killed. */
export class AgentInProcess {
  readonly #folder: string
  readonly #running = new Set<() => void>()
  #started = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Replaces starting its program. */
  readonly launch = () => {
    this.#started += 1
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
    const child = Object.assign(new EventEmitter(), { stdin, stdout, stderr, stdio: [stdin, stdout, stderr] })
    let isAlive = true
    const kill = () => {
      if (!isAlive) return
      isAlive = false
      this.#running.delete(kill)
      for (const stream of child.stdio) stream.destroy()
      child.emit('close', null, 'SIGKILL')
    }
    this.#running.add(kill)
    const life: Life = {
      folder: this.#folder,
      name: String(this.#started),
      environment: {},
      write: (text) => void stdout.write(text),
      exit: () => {
        kill()
        throw new Error('it has ended')
      },
      isAlive: () => isAlive,
    }
    serveScripted(life, stdin, stdout).catch(kill)
    return { process: child as never, end: async () => kill() }
  }

  /** kill -9 for all running ones. */
  kill(): void {
    for (const kill of this.#running) kill()
  }

  get running(): number {
    return this.#running.size
  }

  log(): readonly { readonly [key: string]: string }[] {
    return notesIn(this.#folder)
  }
}
