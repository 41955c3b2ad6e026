/** How this program was started: in a checkout often `npm start --`. */
export function startedAs(environment: { readonly [name: string]: string | undefined }): string {
  const isOurs = environment.npm_package_name === 'convene-workspace' && environment.npm_lifecycle_event === 'start'
  return isOurs ? 'npm start --' : 'convene'
}

/** Rewrites commands in a message so that they can be pasted into the shell that started the program. */
export function asStarted({ command }: { readonly command: string }, text: string): string {
  return command === 'convene' ? text : text.replace(COMMAND, `${command} `)
}

const COMMAND =
  /\bconvene (?=(?:run|chat|ask|pick|message|answer|resume|pause|stop|reset|approve|reject|approvals|vote|sessions|agents|teams|models|modes|tools|trust|serve|doctor|revert)\b)/gu
