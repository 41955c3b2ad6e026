const RELEASE = /[-@](\d{8}|\d{4}-\d{2}-\d{2})(?=$|-v\d|:)/u
const REGION = /^(bedrock\/)(?:us|us-gov|eu|apac|jp|au|ca|sa|in|global)\./u

/**
 * The names under which a model may be listed, most specific first: a dated release is like its family, and Bedrock's
 * models are the same in every region unless they are listed separately.
 */
export function listedNames(name: string): readonly string[] {
  const anywhere = name.replace(REGION, '$1')
  return [...new Set([name, name.replace(RELEASE, ''), anywhere, anywhere.replace(RELEASE, '')])]
}
