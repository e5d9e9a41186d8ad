// Whoever shows pickers as pages makes them with PhotosUI.
@_exported import PhotosUI
