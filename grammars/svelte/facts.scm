; A component has nothing of its own over TypeScript.
