import { serveScripted } from './serve.ts'

/** The scripted agent as a program. Its sessions and its log are in a folder. */
const life = {
  folder: process.env.SCRIPTED_AGENT ?? '.',
  name: String(process.pid),
  environment: process.env,
  write: (text: string) => void process.stdout.write(text),
  exit: process.exit,
  isAlive: () => true,
}
await serveScripted(life, process.stdin, process.stdout)
process.exit(0)
