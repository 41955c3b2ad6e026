import { allOptions, type RunRequest, requestFrom } from '@convene/domain'

const settings = allOptions.filter(({ inEditor = [] }) => inEditor.includes('settings'))

/**
 * The run options among the editor's settings, as a request for a run in this mode: empty and invalid ones, and those of
 * other modes, leave the choice to Convene's own settings.
 */
export function optionsFrom(read: (setting: string) => unknown, mode?: string): RunRequest {
  const set = settings.flatMap((option) => {
    const value = read(option.flag?.name ?? option.key)
    const isOff = value === '' || value === false || (option.mode !== undefined && option.mode !== mode)
    return !isOff && option.schema.safeParse(value).success ? [[option.key, value] as const] : []
  })
  return requestFrom(Object.fromEntries(set), settings)
}
