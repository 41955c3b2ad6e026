/** Two letters that tell similar names apart: RV for Reviewer, RS for Researcher, DO for DevOps. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s-]+|(?<=[a-z])(?=[A-Z])/u).filter(Boolean)
  if (words.length > 1) return `${words[0]?.[0] ?? ''}${words[1]?.[0] ?? ''}`.toUpperCase()
  const [first = '', ...rest] = name
  const second = rest.find((letter) => !/[aeiou]/iu.test(letter)) ?? rest[0] ?? ''
  return `${first}${second}`.toUpperCase()
}
