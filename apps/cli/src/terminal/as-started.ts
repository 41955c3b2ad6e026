/** How this program was called: in a checkout that is often `npm start --`. */
export function startedAs(environment: { readonly [name: string]: string | undefined }): string {
  const isOurs = environment.npm_package_name === 'convene-workspace' && environment.npm_lifecycle_event === 'start'
  return isOurs ? 'npm start --' : 'convene'
}

/** Commands in a text for people, written so that they can be copied into the shell that the program was started from. */
export function asStarted({ command }: { readonly command: string }, text: string): string {
  return command === 'convene' ? text : text.replace(COMMAND, `${command} `)
}

const COMMAND =
  /\bconvene (?=(?:run|ask|message|answer|resume|pause|stop|reset|approve|reject|approvals|vote|sessions|agents|teams|models|modes|tools|trust|serve|doctor|revert)\b)/gu
