/** How this program was started. In a checkout that is often `npm start --` or `npx convene`. */
export function startedAs(environment: { readonly [name: string]: string | undefined }): string {
  const { npm_package_name: name, npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = environment
  if (name === 'convene-workspace' && event === 'start') return 'npm start --'
  return event === 'npx' && /^['"]?convene\b/u.test(script) ? 'npx convene' : 'convene'
}

type Started = { readonly command?: string | undefined }

/** Rewrites commands in a message so they can be pasted into the shell that started the program. */
export function asStarted({ command = 'convene' }: Started, text: string): string {
  return command === 'convene' ? text : text.replace(COMMAND, `${command} `)
}

// Not from the command table: this file is loaded with every command, and a test compares the two.
const COMMAND =
  /(?<!npx )\bconvene (?=(?:run|chat|demo|ask|pick|message|answer|approve|reject|propose|vote|approvals|resume|pause|stop|reset|sessions|share|receipt|verify|review|open|decisions|records|eval|agents|teams|models|modes|tools|settings|keys|trust|serve|migrate|import|login|logout|acp|mcp|doctor|update|help|--help)\b)/gu
