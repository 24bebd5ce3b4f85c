/**
 * The app's own files contain all styles. A browser sends six requests at once, and on a slow connection one
 * more request costs over half a second.
 */
import.meta.glob('./**/*.module.css', { eager: true })
