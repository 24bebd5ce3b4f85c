// Scripts that run in pages, which also work without them.

/** Hides the password again when the form is sent, so that browsers offer to store it as a password. */
export const revealScript = `for(const button of document.querySelectorAll('.reveal')){
const input=button.previousElementSibling
const show=shown=>{input.type=shown?'text':'password';button.ariaPressed=shown}
button.hidden=false
button.onclick=()=>show(input.type==='password')
input.form.addEventListener('submit',()=>show(false))
}`

/** Without it, the browser would require the acceptance also for a sign-in. The platform always checks. */
export const termsScript = `for(const button of document.querySelectorAll('[name=action]'))
button.addEventListener('click',()=>{document.getElementById('terms').required=button.value==='create'})`

/**
 * Fetches what the next page needs, but only in Chromium, which is detected by its speculation rules. Firefox checks
 * `default-src`, and would log that the policy forbids it.
 */
export const prefetchScript = (
  addresses: readonly string[],
) => `if(HTMLScriptElement.supports?.('speculationrules'))
for(const href of ${inScript(addresses)})
document.head.append(Object.assign(document.createElement('link'),{rel:'prefetch',crossOrigin:'',href}))`

/** With the name of the zone: without the script, the times of a page are in UTC. */
export const timeStyle = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

/** Shows the times of a page in the time zone of the browser, which no header tells the platform. */
export const localTimesScript = (
  tag: string,
) => `const format=new Intl.DateTimeFormat(${inScript(tag)},${inScript(timeStyle)})
for(const time of document.querySelectorAll('time'))time.textContent=format.format(new Date(time.dateTime))`

const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

/** A page that is loaded again shows the same sign-in. */
export const addressScript = (address: string) =>
  `history.replaceState(null,'',${inScript(address)})`
